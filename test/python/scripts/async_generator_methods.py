import asyncio
async def agen():
    try:
        for i in range(3):
            got = yield i
            print('got', got)
            await asyncio.sleep(0)
    finally:
        print('fin')
async def main():
    g = agen()
    print(await g.__anext__())
    print(await g.asend('x'))
    try:
        print(await g.athrow(ValueError('v')))
    except ValueError as e:
        print('caught', e)
    try:
        await g.__anext__()
    except StopAsyncIteration as e:
        print('done', repr(e))
    g = agen()
    print(await anext(g))
    await g.aclose()
    print('closed')
    print([i async for i in agen() if i])
    g = agen()
    while True:
        v = await anext(g, 'default')
        print(v)
        if v == 'default': break
    class A:
        def __aiter__(self): return self
        async def __anext__(self): raise StopAsyncIteration
    async for i in A(): print('no')
    print(await anext(A(), 5))
asyncio.run(main())
g = agen()
a = g.asend(None)
print(type(a).__name__)
try: a.send(None)
except StopIteration as e: print('value', e.value)
def f(**k): pass
class C:
    def m(self, **k): pass
    def __call__(self, x): pass
for call in ['f(x=1, **{"x": 2})', 'f(**{"x": 2}, **{"x": 3})', 'C().m(a=1, **{"a": 2})', 'C().m(**5)', 'f(*5)', 'f(*None, **{})', 'f(**{1: 2})', 'print(sep="", **{"sep": 1})', 'dict(a=1, **{"a": 2})','C.m(**1)','f(**[1])', '(lambda **k: 0)(x=1, **{"x": 2})']:
    try: eval(call)
    except TypeError as e: print(call, '->', e)
