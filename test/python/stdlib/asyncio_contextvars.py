# Each task has its own copy of the context's variables.
import asyncio, contextvars
var = contextvars.ContextVar('var', default='default')
async def task(n):
    print(n, var.get())
    token = var.set(n)
    await asyncio.sleep(0)
    print(n, var.get(), token.old_value is contextvars.Token.MISSING or token.old_value)
    if n == 2:
        var.reset(token); print(n, var.get())
async def main():
    var.set('main')
    await asyncio.gather(task(1), task(2))
    print(var.get())
    ctx = contextvars.copy_context()
    print(ctx[var], var in ctx, len(ctx) >= 1, ctx.run(lambda: (var.set('ctx'), var.get())[1]), var.get(), ctx.get(var))
    t = asyncio.create_task(task(3), context=ctx)
    await t
    print(ctx[var])
    await asyncio.to_thread(lambda: print('thread', var.get()))
asyncio.run(main())
print(var.get(), repr(var)[:28])
try: contextvars.ContextVar('x').get()
except LookupError as e: print(type(e).__name__)
