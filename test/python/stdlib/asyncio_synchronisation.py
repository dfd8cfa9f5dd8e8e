# Events, conditions, semaphores, barriers and queues of each kind.
import asyncio
async def main():
    ev = asyncio.Event()
    async def waiter(i):
        await ev.wait()
        print('event', i)
    ts = [asyncio.create_task(waiter(i)) for i in range(3)]
    await asyncio.sleep(0)
    print(ev.is_set()); ev.set(); await asyncio.gather(*ts); ev.clear(); print(ev.is_set())
    cond = asyncio.Condition(); items = []
    async def consumer(i):
        async with cond:
            await cond.wait_for(lambda: items)
            print('consumer', i, items.pop())
    ts = [asyncio.create_task(consumer(i)) for i in range(2)]
    await asyncio.sleep(0)
    for x in 'ab':
        async with cond:
            items.append(x); cond.notify()
        await asyncio.sleep(0)
    async with cond:
        cond.notify_all()
    await asyncio.gather(*ts)
    sem = asyncio.Semaphore(2); running = 0
    async def work(i):
        nonlocal running
        async with sem:
            running += 1; print('in', i, running); await asyncio.sleep(.01 * (3 - i)); running -= 1
    await asyncio.gather(*(work(i) for i in range(4)))
    print(sem.locked())
    bs = asyncio.BoundedSemaphore(1)
    try:
        bs.release()
    except ValueError as e:
        print(e)
    barrier = asyncio.Barrier(3)
    async def party(i):
        n = await barrier.wait(); return n
    print(sorted(await asyncio.gather(*(party(i) for i in range(3)))), barrier.n_waiting, barrier.broken)
    for kind in (asyncio.Queue, asyncio.LifoQueue, asyncio.PriorityQueue):
        q = kind()
        for x in (3, 1, 2): q.put_nowait(x)
        print(kind.__name__, [q.get_nowait() for _ in range(3)], q.empty())
    q = asyncio.Queue(maxsize=1)
    q.put_nowait(1)
    for call in (lambda: q.put_nowait(2), lambda: (q.get_nowait(), q.get_nowait())):
        try: call()
        except (asyncio.QueueFull, asyncio.QueueEmpty) as e: print(type(e).__name__)
    q = asyncio.Queue(2); q.put_nowait(5)
    async def worker():
        while True:
            x = await q.get(); print('work', x); q.task_done()
    w = asyncio.create_task(worker())
    await q.put(6); await q.join(); w.cancel(); print(q.qsize())
    try:
        asyncio.Lock().release()
    except RuntimeError as e: print(e)
asyncio.run(main())
