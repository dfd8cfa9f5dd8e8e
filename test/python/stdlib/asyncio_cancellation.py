# What cancelling does: in sleep, shielded, swallowed, with messages, of a gather, while waiting for a lock.
import asyncio
async def sleeper(name, swallow=False):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError as e:
        print(name, 'cancelled', e.args)
        if not swallow:
            raise
        return 'swallowed'
    finally:
        print(name, 'finally')
async def main():
    for swallow in (False, True):
        t = asyncio.create_task(sleeper('a', swallow), name='named')
        await asyncio.sleep(0)
        print(t.get_name(), t.cancel('msg'), t.cancelling(), t.done())
        try:
            print(await t)
        except asyncio.CancelledError as e:
            print('main sees', e.args, t.cancelled())
        print(t.cancel(), t.done())
    inner = asyncio.create_task(sleeper('inner'))
    outer = asyncio.shield(inner)
    await asyncio.sleep(0)
    outer.cancel()
    try:
        await outer
    except asyncio.CancelledError:
        print('outer cancelled', inner.done())
    inner.cancel()
    await asyncio.gather(inner, return_exceptions=True)
    g = asyncio.gather(sleeper('g1'), sleeper('g2'))
    await asyncio.sleep(0)
    g.cancel()
    try:
        await g
    except asyncio.CancelledError:
        print('gather cancelled', g.done())
    lock = asyncio.Lock()
    await lock.acquire()
    async def wants():
        async with lock:
            print('got it')
    w1, w2 = asyncio.create_task(wants()), asyncio.create_task(wants())
    await asyncio.sleep(0)
    w1.cancel()
    lock.release()
    print(await asyncio.gather(w1, w2, return_exceptions=True))
    try:
        async with asyncio.timeout(0.01) as cm:
            await sleeper('timed')
    except TimeoutError as e:
        print(repr(e), cm.expired(), type(e.__cause__).__name__)
    try:
        await asyncio.wait_for(sleeper('w'), 0.01)
    except asyncio.TimeoutError as e:
        print(repr(e))
    t = asyncio.current_task()
    t.cancel()
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        print('self', t.uncancel())
asyncio.run(main())
