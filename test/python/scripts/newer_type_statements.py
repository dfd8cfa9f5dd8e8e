# PEP 695: the type statement.
type Number = int | float
print(Number, Number.__name__, Number.__value__, type(Number).__name__, Number.__type_params__)
type Pairs[K, V: int] = dict[K, tuple[V, V]]
print(Pairs, Pairs.__type_params__, Pairs.__value__, Pairs.__parameters__)
print(Pairs[str, int], Pairs[str, int].__origin__ is Pairs, Pairs[str, int].__args__)
type Tree[T] = T | list[Tree[T]]
print(Tree.__name__, Tree.__value__.__args__[1])
type Late = Defined
try:
    Late.__value__
except NameError as error:
    print(error)
Defined = complex
print(Late.__value__, Late.__value__ is Late.__value__)
type = type
type type = type
print(type.__name__)
del type
type, x = 1, 2
print(type, x)
del type
type (x)
print(type(x))
if False:
    type: int = 3
print(list[Number], (Number | str).__args__)
for call in (lambda: isinstance(1, Number), lambda: Number(), lambda: Number[int], lambda: Pairs[int],
             lambda: setattr(Number, '__value__', 1), lambda: setattr(Number, 'x', 1), lambda: Number.nothing):
    try:
        print(call())
    except Exception as error:
        print(error.__class__.__name__)


class Model:
    size = 4
    type Self = Model

    def method(self):
        type Local[T] = tuple[T, Model]
        return Local


print(Model.Self.__value__, Model().method().__value__, Model.Self.__module__)


def generic[T]():
    type Alias[U] = tuple[T, U]
    return Alias


print(generic().__value__, [p.__name__ for p in generic().__type_params__])
count = 0


def counting():
    global count
    count += 1
    return int


type Counted = counting()
print(count, Counted.__value__, Counted.__value__, count)
match = 3
match match:
    case type:
        print('soft keywords', type)
