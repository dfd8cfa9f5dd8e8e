# contextvars: values, tokens, defaults, contexts that run functions.
import contextvars

var = contextvars.ContextVar('var', default=0)
bare = contextvars.ContextVar('bare')
print(var.get(), var.get(5), bare.get('given'), var.name)
try:
    bare.get()
except LookupError as error:
    print(type(error).__name__, error.args[0] is bare)
token = var.set(1)
print(var.get(), token.var is var, token.old_value is contextvars.Token.MISSING)
second = var.set(2)
print(second.old_value)
var.reset(second)
print(var.get())
var.reset(token)
print(var.get())
try:
    var.reset(token)
except RuntimeError as error:
    print(str(error).startswith('<Token used'), 'has already been used once' in str(error))
context = contextvars.copy_context()


def run(value):
    old = var.get()
    var.set(value)
    bare.set('inside')
    return old, var.get()


print(context.run(run, 10), var.get(), bare.get('outside'))
print(context[var], context.get(bare), var in context, len(context), sorted(v.name for v in context))
print(context.run(var.get), contextvars.copy_context().get(var, 'unset'))
copied = context.copy()
copied.run(var.set, 99)
print(context[var], copied[var])
try:
    context[contextvars.ContextVar('other')]
except KeyError:
    print('KeyError')
try:
    var.reset(copied.run(var.set, 1))
except ValueError as error:
    print('different Context' in str(error))
try:
    context.run(lambda: context.run(lambda: 1))
except RuntimeError as error:
    print('already entered' in str(error))
for call in (lambda: contextvars.ContextVar(), lambda: contextvars.ContextVar(1), lambda: var.reset(3), lambda: context.run(),
             lambda: contextvars.ContextVar('a', 1)):
    try:
        call()
    except TypeError as error:
        print(error)


class managed:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        self.token = var.set(self.value)

    def __exit__(self, *exc):
        var.reset(self.token)


with managed('a'):
    with managed('b'):
        print(var.get())
    print(var.get())
print(var.get())


def generator():
    with managed('in generator'):
        yield var.get()
        yield var.get()


g = generator()
print(next(g), var.get())
print(next(g), list(g), var.get())
print(dict(contextvars.Context()), len(list(context.values())))
