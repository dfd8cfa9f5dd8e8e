"""Every kind of scope and statement, to compare code objects with CPython's."""
import os.path as path, sys
from math import pi as PI, inf

LIMIT: int = 3
counter = 0


def plain(a, b=2, /, c=3, *args, d, e=5, **kwargs):
    """Doc."""
    f = a + b
    g, (h, *i) = c, args
    del f
    return g, h, i, d, e, kwargs


def closures(x):
    y = x

    def inner(z=lambda: y):
        nonlocal x
        x = z
        return [x + q for q in range(y)]

    class Local:
        w = y

        def method(self):
            return __class__, y, super().method()

    return inner, Local


def globals_and_walrus(items):
    global counter
    counter += 1
    if (n := len(items)) > LIMIT and (last := items[-1]):
        print(n, last)
    total = [(m := item) for item in items if item]
    return m, {k: v for k, v in total}, {s for s in items}, (g for g in items for h in g)


def flow(items, manager):
    for item in items:
        try:
            with manager(item) as value, manager() as other:
                if value:
                    continue
                elif other:
                    break
                return value
        except (KeyError, ValueError) as error:
            print(error)
        except OSError:
            raise RuntimeError(f"{item!r:>{10}} failed") from None
        else:
            pass
        finally:
            print("done")
    else:
        while not items and len(items) < 3 <= counter:
            items.append(1)
            if items:
                continue
        assert items, "empty"
    try:
        items.clear()
    except* TypeError as group:
        print(group)


def matching(subject):
    match subject:
        case 1 | -1 | "one":
            return 1
        case [first, second, *rest] if first:
            return first, second, rest
        case {"key": value, **others}:
            return value, others
        case Point(x=0, y=int() as y):
            return y
        case None | True:
            return subject
        case [_, _]:
            return 2
        case _:
            raise ValueError


class Base(object, metaclass=type):
    """Doc of a class."""

    attribute: "str" = "a"
    annotated: int
    __private = 1

    @property
    def prop(self) -> int:
        return self.__private

    @staticmethod
    def static(*, key: int = 1, **kwargs: str) -> None:
        yield key
        result = yield from kwargs
        return result

    class Nested:
        def __init__(self):
            super().__init__()
            self.x = self.y = 0
            self.x += 1


async def coroutine(source, manager):
    async with manager as m:
        async for item in source:
            await m(item)
    return [x async for x in source if await x]


async def agen():
    yield 1


def calls(f, *args, **kwargs):
    f(1, *args, k=2, **kwargs)
    f.g.h(1)(2)[3](a=4)
    f(*args)
    path.join("a", "b")
    f("%s: %r" % (args, kwargs))
    f(a1=1, a2=2, a3=3, a4=4, a5=5, a6=6, a7=7, a8=8, a9=9, a10=10, a11=11, a12=12, a13=13, a14=14, a15=15, a16=16)
    return not args in kwargs, args is not None, (1, 2.5, "x", b"y", None, ..., 3j), {1, 2, 3}, [1, 2, 3]


if __name__ == "__main__":
    sys.exit(calls(print) if PI else inf)
