# dataclasses: init, repr, eq, order, frozen, defaults, factories, inheritance, kw_only, InitVar, ClassVar, errors.
import dataclasses
import inspect
from dataclasses import KW_ONLY, MISSING, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, replace
from typing import ClassVar, List, Optional


@dataclass
class Point:
    x: int
    y: float = 0.5
    tags: List[str] = field(default_factory=list)


p = Point(1)
print(p, p == Point(1, 0.5), p != Point(2), p.tags is Point(1).tags, Point.__doc__)
print(inspect.signature(Point))
print(inspect.signature(Point.__init__))
print([(f.name, f.type, f.default is MISSING) for f in fields(Point)])
print(asdict(p), astuple(p), replace(p, x=5), is_dataclass(p), is_dataclass(Point), is_dataclass(int))
print(Point.__match_args__, Point.__init__.__qualname__, Point.__eq__.__qualname__, Point.__hash__)
for bad in (lambda: Point(), lambda: Point(1, 2, 3, 4), lambda: Point(1, z=2), lambda: hash(p), lambda: Point(1) < Point(2)):
    try:
        bad()
    except TypeError as e:
        print(e)


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    note: str = field(default='', compare=False, repr=False)


v = Version(1, 2)
print(v < Version(1, 3), v >= Version(1, 2, 'x'), v == Version(1, 2, 'y'), hash(v) == hash((1, 2)), sorted([Version(2), v]))
try:
    v.major = 3
except dataclasses.FrozenInstanceError as e:
    print(type(e).__mro__[1].__name__, e)
try:
    del v.minor
except AttributeError as e:
    print(e)


@dataclass
class Config:
    name: str
    scale: InitVar[int]
    kind: ClassVar[str] = 'config'
    size: int = field(init=False)
    _: KW_ONLY
    verbose: bool = False

    def __post_init__(self, scale):
        self.size = scale * 2


c = Config('a', 4, verbose=True)
print(c, c.kind, c.size, inspect.signature(Config))
try:
    Config('a', 4, True)
except TypeError as e:
    print(e)


@dataclass
class Child(Point):
    z: int = 3
    y: float = 1.5


print(Child(1), [f.name for f in fields(Child)], inspect.signature(Child))
try:
    @dataclass
    class Bad:
        a: int = 1
        b: str
except TypeError as e:
    print(e)
try:
    @dataclass
    class BadDefault:
        a: list = []
except ValueError as e:
    print(e)
try:
    @dataclass
    class BadField:
        a = field(default=1)
except TypeError as e:
    print(e)
try:
    field(default=1, default_factory=int)
except ValueError as e:
    print(e)


@dataclass(eq=False)
class Identity:
    a: int


print(Identity(1) == Identity(1), Identity.__hash__ is object.__hash__)


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = 2


s = Slotted(1)
print(s, Slotted.__slots__)
try:
    s.c = 1
except AttributeError as e:
    print(e)


@dataclass(kw_only=True)
class Keyword:
    a: int
    b: Optional[int] = None


print(Keyword(a=1), inspect.signature(Keyword))


@dataclass(repr=False, unsafe_hash=True)
class NoRepr:
    a: int


print('NoRepr object' in repr(NoRepr(1)), hash(NoRepr(1)) == hash((1,)))
C = dataclasses.make_dataclass('C', [('x', int), 'y', ('z', int, field(default=5))], namespace={'add': lambda self: self.x + self.z})
print(C(1, 2), C(1, 2).add(), C.__annotations__)


@dataclass
class Nested:
    points: List[Point]
    by_name: dict


n = Nested([Point(1)], {'a': Point(2)})
print(asdict(n))
d = asdict(n, dict_factory=lambda items: {k.upper(): v for k, v in items})
print(d)
n.points.append(n)
print(n)
