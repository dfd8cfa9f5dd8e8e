# annotations and generic aliases at run time
from typing import List, Dict, Optional, Union, Any, Callable, Tuple
def f(a: int, b: List[int] = None, *args: str, c: Optional[float] = 1.0, **kw: 'Any') -> Dict[str, int]: ...
print({k: str(v) for k, v in f.__annotations__.items()})
class C:
    x: int
    y: list[int] = []
    z: 'C' = None
    w: int | None = 3
print(C.__annotations__, C.y, C.w, hasattr(C, 'x'))
print(list[int], dict[str, list[int]], tuple[int, ...], type[C].__args__[0] is C, list[int].__origin__ is list, list[int](range(3)), dict[str, int](a=1), list[int] == list[int], hash(list[int]) == hash(list[int]), isinstance([], list), (int | str).__args__, int | None, Optional[int] | str if False else '', set[int] | None, list['C'], tuple[()], frozenset[int].__args__)
v: int = 5; w: 'undefined_name'; print(__annotations__)
def local():
    q: undefined_thing
    r: int = 1
    return r
print(local(), local.__annotations__)
def g(x: lambda: 5, y: 1 + 1 = 2): pass
print(g.__annotations__['y'], g.__annotations__['x']())
for bad in (lambda: list[int]()[0], lambda: isinstance([], list[int]), lambda: int[str], lambda: list[int, str].__args__, lambda: issubclass(list, list[int]), lambda: (int | 'x'), lambda: class_sub[0] if False else C[int]):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
class G:
    def __class_getitem__(cls, k): return f'{cls.__name__}<{k}>'
class L(list[int]): pass
print(G[int], G[1, 2], L([1, 2]), L.__mro__[1], L.__orig_bases__, list[int].append is list.append, list[int].__name__, repr(list[G]), Callable[[int], str], Union[int, str, None], Tuple[int, str], Any)
