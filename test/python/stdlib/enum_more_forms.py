# Enumerations: values made, aliases, missing, flags of every boundary, functional forms, mixins, nonmembers.
from enum import *
import enum
class C(Enum):
    R = 1; G = 2; CRIMSON = 1
    def describe(self): return f'{self.name.lower()}={self.value}'
    @classmethod
    def default(cls): return cls.G
    @property
    def nice(self): return self.name.title()
print(list(C), C.CRIMSON is C.R, C('R' and 1), C['G'], C.R.describe(), C.default(), C.R.nice, C.__members__, len(C), C.R in C, C.R == 1, hash(C.R) == hash('R'), repr(C), bool(C.R), C.R.CRIMSON if False else '')
class P(IntEnum): LOW = 1; HIGH = 3
print(P.LOW < P.HIGH, P.LOW + 1, max(P), f'{P.LOW}', str(P.HIGH), repr(P.LOW), int(P.HIGH), P(3), [1, 2, 3][P.LOW], isinstance(P.LOW, int), P.LOW.real)
class S(StrEnum): A = auto(); BB = auto(); X = 'y'
print(S.A, S.BB == 'bb', f'{S.X:>4}', repr(S.A), S('y'), S.A.upper(), [*S])
class F(Flag): A = 1; B = 2; C = 4; AB = A | B
print(F.A | F.C, F.AB, F(3), ~F.A, F.A & F.B, F.AB ^ F.A, F.A in F.AB, bool(F(0)), list(F.AB), len(F.AB), F(5).name, F['A'], F.AB.value, list(F))
class Perm(IntFlag): R = 4; W = 2; X = 1
print(Perm.R | Perm.W, Perm(8), Perm.R | 8, Perm.R + 1, Perm(7), ~Perm.R, Perm.R == 4)
class Strict(Flag, boundary=STRICT): A = 1
class Conf(Flag, boundary=CONFORM): A = 1
class Keep(Flag, boundary=KEEP): A = 1
for k in (Conf, Keep, Strict):
    try: print(repr(k(3)))
    except ValueError as e: print(str(e).replace('\n', '|'))
class M(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A if v == 'a' else None
    def _generate_next_value_(name, start, count, last): return name.lower()
print(M('a'))
for bad in (lambda: M('z'), lambda: C['nope'], lambda: C.NOPE, lambda: setattr(C, 'R', 5), lambda: C.R < C.G, lambda: C(99)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Auto(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values): return name * 2
    A = auto(); B = auto()
print([a.value for a in Auto], Enum('Func', 'A B C')['B'], Enum('F2', {'x': 1, 'y': 'z'}).y.value, IntEnum('F3', ['P', 'Q']).Q, [m.name for m in Enum('F4', [('a', 1), ('b', 2)])])
@unique
class U(Enum): A = 1
try:
    @unique
    class Dup(Enum): A = 1; B = 1
except ValueError as e: print(e)
class Planet(Enum):
    EARTH = (5.9, 6.3); MARS = (0.6, 3.3)
    def __init__(self, mass, radius): self.mass = mass; self.radius = radius
print(Planet.MARS.mass, Planet((5.9, 6.3)))
class N(Enum):
    A = 1; B = nonmember(2); C = member(3)
    _ignore_ = ['z']; z = 3
print(list(N)[:2], N.B, N.C.value)
class T(tuple, Enum): X = 1, 2
print(T.X, T.X[0], enum.show_flag_values(5), EnumType is type(C), verify(UNIQUE)(U) is U)
