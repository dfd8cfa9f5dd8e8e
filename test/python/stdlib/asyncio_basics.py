# Tasks in turn: gather, cancellation, timeouts, groups, queues, locks, asynchronous generators.
import asyncio
async def f(n, d=0):
    print('start', n)
    await asyncio.sleep(d)
    print('end', n)
    return n * 2
async def main():
    print(await asyncio.gather(f(1, .02), f(2, .01), f(3)))
    t = asyncio.create_task(f(4, 5))
    await asyncio.sleep(0)
    t.cancel('why')
    try: await t
    except asyncio.CancelledError as e: print('cancelled', e.args, t.cancelled())
    try: await asyncio.wait_for(f(5, 1), .01)
    except asyncio.TimeoutError as e: print('timeout', repr(e), repr(e.__cause__))
    try:
        async with asyncio.timeout(0.01): await f(6, 1)
    except TimeoutError: print('timed out')
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(f(7)); tg.create_task(f('x', 's')); tg.create_task(f(8, 1))
    except* TypeError as eg: print(eg, eg.exceptions)
    q = asyncio.Queue(1)
    async def producer():
        for i in range(4): await q.put(i); print('put', i)
        await q.put(None)
    async def consumer():
        while (x := await q.get()) is not None: print('got', x)
    await asyncio.gather(producer(), consumer())
    for c in asyncio.as_completed([f(9, .02), f(10, .01)]): print(await c)
    lock = asyncio.Lock(); ev = asyncio.Event(); sem = asyncio.Semaphore(2)
    async def locked(i):
        async with lock: print('lock', i); await asyncio.sleep(0)
    await asyncio.gather(*map(locked, range(3)))
    done, pending = await asyncio.wait([asyncio.create_task(f(11)), asyncio.create_task(f(12, 1))], timeout=.1)
    print(len(done), len(pending), [t.get_name() for t in pending] != [])
    print(await asyncio.shield(f(13)), asyncio.current_task().get_name(), len(asyncio.all_tasks()))
    async def agen():
        try:
            for i in range(9): yield i
        finally: print('agen done')
    async for i in agen():
        if i == 2: break
    print(await asyncio.gather(f(14), bad(), return_exceptions=True))
    return 'result'
async def bad(): raise ValueError('bad')
print(asyncio.run(main()))
try: asyncio.run(bad())
except ValueError as e: print(repr(e))
try: asyncio.get_running_loop()
except RuntimeError as e: print(e)
try: asyncio.run(3)
except ValueError as e: print(e)
loop = asyncio.new_event_loop(); print(loop.run_until_complete(f(15))); loop.close()
fut = asyncio.Future(loop=loop); print(fut.done(), fut.cancelled()); 
try: fut.result()
except asyncio.InvalidStateError as e: print(e)
