# Dataclasses over each other: field order, overriding, frozen, slots, kw_only, post-init, InitVar, match, errors.
from dataclasses import *
import dataclasses
@dataclass
class A:
    x: int
    y: list = field(default_factory=list, repr=False)
    z: 'str' = 'z'
@dataclass(order=True)
class B(A):
    x: int = 5
    w: float = field(default=1.0, compare=False, metadata={'unit': 'm'})
print(A(1), B(), [f.name for f in fields(B)], B(1) == B(1, w=9), B(1) < B(2), asdict(B()), astuple(A(1)), replace(A(1), z='q'), fields(B)[3].metadata['unit'], is_dataclass(A), is_dataclass(A(1)))
@dataclass(frozen=True)
class F:
    a: int; b: InitVar[int] = 3; c: int = field(init=False)
    def __post_init__(self, b): object.__setattr__(self, 'c', self.a + b)
f = F(1, 2); print(f, hash(f) == hash(F(1, 2)), {f: 1}[F(1, 2)])
@dataclass(slots=True, kw_only=True)
class S:
    p: int; q: int = 2
print(S(p=1), S.__slots__, hasattr(S(p=1), '__dict__'))
@dataclass
class K:
    a: int; _: KW_ONLY; b: int = 0
for bad in (lambda: A(), lambda: setattr(f, 'a', 2), lambda: delattr(f, 'a'), lambda: S(1), lambda: K(1, 2), lambda: B(1) < A(1), lambda: hash(A(1)), lambda: replace(f, c=1), lambda: asdict(5), lambda: fields(int), lambda: make_dataclass('X', ['class'])):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
for src in ('@dataclass\nclass X:\n    a: int = 1\n    b: int\n', '@dataclass\nclass X:\n    a: list = []\n', '@dataclass(order=True, eq=False)\nclass X: pass\n', '@dataclass(frozen=True)\nclass X(A): pass\n', '@dataclass(order=True)\nclass X:\n    def __lt__(self, o): pass\n'):
    try: exec(src)
    except Exception as e: print(type(e).__name__, e)
match B(3):
    case B(x=3, w=w): print('matched', w)
match A(1, [], 'q'):
    case A(1, [], z): print(z, A.__match_args__)
M = make_dataclass('M', [('a', int), ('b', int, field(default=3))], namespace={'s': lambda self: self.a + self.b}); print(M(1).s(), M.__name__)
@dataclass
class R:
    n: int; child: 'R' = None
r = R(1); r.child = r; print(r)
print(dataclasses.MISSING is not None, A.__doc__, field(default=1).default, K(1, b=2), inspect_params := list(__import__('inspect').signature(B).parameters))
