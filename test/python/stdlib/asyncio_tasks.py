"""Proves asyncio: coroutines, tasks, gathering, waiting, queues and timeouts."""
import asyncio


async def work(name, delay, fail=False):
    await asyncio.sleep(delay)
    print('done', name)
    if fail:
        raise ValueError(name)
    return name


class Manager:
    async def __aenter__(self):
        print('enter')
        return self

    async def __aexit__(self, *exc):
        print('exit', exc[0])


async def numbers():
    for i in range(3):
        await asyncio.sleep(0)
        yield i


async def main():
    print(await asyncio.gather(work('a', 0.02), work('b', 0.01)))
    print(await asyncio.gather(work('c', 0, True), work('d', 0), return_exceptions=True))
    task = asyncio.create_task(work('e', 0.01), name='t')
    print(task.done(), task.get_name())
    print(await task, task.done(), task.result())
    async with Manager():
        print([n async for n in numbers()])
    done, pending = await asyncio.wait([asyncio.create_task(work('f', 0))])
    print(len(done), len(pending))
    try:
        await asyncio.wait_for(work('slow', 10), 0.01)
    except asyncio.TimeoutError as error:
        print('timeout', type(error).__name__)
    queue = asyncio.Queue()
    await queue.put(1)
    print(await queue.get(), queue.empty())
    lock = asyncio.Lock()
    async with lock:
        print(lock.locked())
    t = asyncio.create_task(work('cancelled', 5))
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print('cancelled', t.cancelled())
    event = asyncio.Event()
    asyncio.get_running_loop().call_soon(event.set)
    print(await event.wait())
    print(asyncio.iscoroutinefunction(work), asyncio.current_task() is not None)
    async with asyncio.TaskGroup() as group:
        x = group.create_task(work('g', 0))
    print(x.result())
    for future in asyncio.as_completed([work('h', 0.02), work('i', 0.01)]):
        print(await future)
    print(await asyncio.get_running_loop().run_in_executor(None, lambda: 'executor'), await asyncio.to_thread(pow, 2, 3))
    return 'main'


print(asyncio.run(main()))
try:
    asyncio.run(work('z', 0, True))
except ValueError as error:
    print('raised', error)
try:
    asyncio.get_running_loop()
except RuntimeError as error:
    print(error)
loop = asyncio.new_event_loop()
print(loop.run_until_complete(work('loop', 0)), loop.is_running(), loop.close(), loop.is_closed())
