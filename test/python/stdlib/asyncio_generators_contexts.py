# Asynchronous generators and contexts: send, throw, close, comprehensions, contextlib's helpers, anext, aiter.
import asyncio, contextlib
async def counter(n):
    try:
        for i in range(n):
            got = yield i
            if got: print('got', got)
    except ValueError as e:
        print('caught', e); yield 'after'
    finally:
        print('closed')
@contextlib.asynccontextmanager
async def manager(x):
    print('enter', x)
    try:
        yield x
    except KeyError as e:
        print('suppressed', e)
    finally:
        print('exit', x)
class Closing:
    async def aclose(self): print('aclose')
async def main():
    g = counter(3)
    print(await anext(g), await g.asend('hello'), await g.athrow(ValueError('v')))
    print(await anext(g, 'default'))
    print([x async for x in counter(3) if x], {x: y async for x, y in pairs()}, [await c for c in (sleep(1), sleep(2))])
    async with manager(1) as a, manager(2) as b:
        print(a, b); raise KeyError('k')
    async with contextlib.AsyncExitStack() as stack:
        print(await stack.enter_async_context(manager(3)))
        stack.push_async_callback(sleep, 4)
        stack.callback(print, 'callback')
    async with contextlib.aclosing(Closing()) as c: print(type(c).__name__)
    g = counter(2); await anext(g); await g.aclose()
    try: await anext(g)
    except StopAsyncIteration as e: print(repr(e))
    it = aiter(counter(1))
    print(await anext(it))
    async for x in counter(1): print(x)
    else: print('else')
    try:
        async for x in [1]: pass
    except TypeError as e: print(e)
    try:
        async with 5: pass
    except TypeError as e: print(e)
    try: await 5
    except TypeError as e: print(e)
async def pairs():
    for p in ((1, 2), (3, 4)): yield p
async def sleep(n):
    await asyncio.sleep(0); return n
asyncio.run(main())
