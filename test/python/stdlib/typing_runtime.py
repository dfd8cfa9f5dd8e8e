# What typing's forms are at run time: origins, arguments, hints, protocols, overloads, generics.
from typing import *
import typing, collections.abc
T = TypeVar('T', bound=int); P = ParamSpec('P'); Ts = TypeVarTuple('Ts')
for form in (List[int], Dict[str, Any], Optional[int], Union[int, str, None], Callable[[int], str], Callable[..., T], Tuple[int, ...], Literal['a', 1], Annotated[int, 'meta'], ClassVar[int], Final[int], Type[int], list[int], int | str, Callable[P, T], tuple[Unpack[Ts]], Concatenate[int, P]):
    print(form, get_origin(form), get_args(form))
class Node(Generic[T]):
    value: T
    next: 'Optional[Node[T]]' = None
    def method(self, x: 'int', *args: str, **kw: float) -> 'Node[T]': ...
print(get_type_hints(Node.method), get_type_hints(Node), Node[int], Node.__parameters__, Node[int].__args__, Node.__orig_bases__)
@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...
print(isinstance([], HasLen), isinstance(3, HasLen), issubclass(list, HasLen))
class Point(NamedTuple):
    x: int
    y: int = 2
print(Point(1), Point.__annotations__, Point._field_defaults)
class TD(TypedDict, total=False):
    a: Required[int]
    b: str
print(TD(a=1), TD.__required_keys__, TD.__optional_keys__, TD.__total__)
UserId = NewType('UserId', int); print(UserId(3), UserId.__name__, UserId.__supertype__)
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
print(len(get_overloads(f)), f(1), cast(int, 'x'), TYPE_CHECKING, NoReturn, Never, Self, LiteralString)
try: List[int, str]
except TypeError as e: print(e)
try: Node[int, str]
except TypeError as e: print(e)
try: Any()
except TypeError as e: print(e)
try: isinstance(1, List[int])
except TypeError as e: print(e)
print(List[T][int], Dict[T, List[T]][int], Optional[T].__parameters__, Union[int, int], Union[int, bool])
def g(a: int, b: "list[int]" = None) -> None: pass
print(get_type_hints(g), g.__annotations__, assert_type(1, int), is_typeddict(TD), is_typeddict(dict))
@final
class Fin: pass
print(Fin.__final__, no_type_check(g).__no_type_check__)
import typing
print(typing.EXCLUDED_ATTRIBUTES)
@runtime_checkable
class HasParts(Protocol):
    size: int
    def part(self, i: int) -> int: ...
class Parts:
    size = 3
    def part(self, i): return i
print(sorted(typing._get_protocol_attrs(HasParts)), isinstance(Parts(), HasParts), isinstance(3, HasParts))
