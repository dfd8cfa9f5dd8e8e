# Task groups: the first failure cancels the rest, errors come as a group, nested groups, errors of the body.
import asyncio
async def fail(exc, delay=0):
    await asyncio.sleep(delay)
    raise exc
async def slow(name):
    try:
        await asyncio.sleep(5)
    finally:
        print('cleanup', name)
async def case(body):
    try:
        print('result', await body())
    except* ValueError as eg:
        print('ValueErrors', [repr(e) for e in eg.exceptions])
    except* Exception as eg:
        print('others', repr(eg), str(eg))
async def one():
    async with asyncio.TaskGroup() as tg:
        tg.create_task(slow('a'))
        tg.create_task(fail(ValueError(1)))
async def two():
    async with asyncio.TaskGroup() as tg:
        tg.create_task(fail(ValueError(1)))
        tg.create_task(fail(KeyError(2)))
        raise TypeError('body')
async def three():
    async with asyncio.TaskGroup() as tg:
        async with asyncio.TaskGroup() as inner:
            inner.create_task(fail(OSError(3)))
async def four():
    async with asyncio.TaskGroup() as tg:
        t = tg.create_task(asyncio.sleep(0, 'x'))
    late = asyncio.sleep(0)
    try:
        tg.create_task(late)
    except RuntimeError as e:
        print(str(e).startswith('<TaskGroup') or str(e).startswith('TaskGroup'), str(e).endswith('is finished'))
    late.close()
    return t.result()
for body in (one, two, three, four):
    asyncio.run(case(body))
