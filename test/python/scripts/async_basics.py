# async: coroutines, await, async for, async with, gather by hand
class AM:
    async def __aenter__(self): print('aenter'); return 5
    async def __aexit__(self, *a): print('aexit', a[0])
class AI:
    def __init__(self): self.n = 0
    def __aiter__(self): return self
    async def __anext__(self):
        self.n += 1
        if self.n > 3: raise StopAsyncIteration
        return self.n
async def agen():
    for i in range(3): yield i * 10
async def add(a, b): return a + b
async def main():
    print(await add(1, 2))
    async with AM() as x: print(x)
    async for v in AI(): print(v, end=' ')
    print([v async for v in agen()], {v: 1 async for v in agen() if v})
    try:
        await fail()
    except ValueError as e:
        print('caught', e)
    return 'done'
async def fail(): raise ValueError('async')
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
print(run(main()), type(add(1, 2)).__name__ if False else 'coroutine')
class Aw:
    def __await__(self): x = yield 'suspended'; return x
async def waits(): return await Aw()
c = waits(); print(c.send(None))
try:
    c.send('resumed')
except StopIteration as e:
    print(e.value)
