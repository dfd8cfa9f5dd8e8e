"""PEP 695: type parameters and type statements (Python 3.12)."""


def first[T](x: list[T]) -> T:
    def inner(y: T) -> T:
        return y
    return inner(x[0])


print(first([1]), first.__qualname__, first.__name__, [t.__name__ for t in first.__type_params__])


class Box[T, *Ts, **P]:
    kind = int

    def __init__(self, v: T):
        self.v = v

    def get[U: int](self, d: U, k: kind = 3) -> T | U:
        return self.v, k


print(Box(3).get(1), Box.__name__, Box.__qualname__, Box.get.__qualname__, len(Box.__type_params__))
print(Box.get.__annotations__['k'])

type Alias[T] = list[T] | Tree
type Tree = dict[str, Tree]
print(Alias.__name__, Tree.__value__.__origin__)
