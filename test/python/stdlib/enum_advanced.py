# Enum: functional API, _missing_, __new__ and __init__ of members, auto, flags and their boundaries, mixins.
from enum import CONFORM, EJECT, KEEP, Enum, Flag, IntEnum, IntFlag, auto, member, nonmember
import copy
import operator

Animal = Enum('Animal', 'ANT BEE CAT', module='zoo')
print(list(Animal), Animal.BEE.value, Animal.__module__)
Pairs = Enum('Pairs', [('A', 10), ('B', 20)])
print(Pairs.A, Pairs(20))
Ints = IntEnum('Ints', {'ONE': 1, 'TWO': 2})
print(Ints.TWO + 1, list(Ints))


class Planet(Enum):
    EARTH = (5.976e+24, 6.37814e6)
    MARS = (6.421e+23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def ratio(self):
        return round(self.mass / self.radius)


print(Planet.EARTH.ratio, Planet.MARS, Planet.EARTH.value, Planet((6.421e+23, 3.3972e6)))


class Coord(bytes, Enum):
    def __new__(cls, value, label):
        obj = bytes.__new__(cls, [value])
        obj._value_ = value
        obj.label = label
        return obj

    PX = (0, 'P.X')
    PY = (1, 'P.Y')


print(Coord.PX.label, Coord(1), bytes(Coord.PY))


class Status(Enum):
    OK = 'ok'
    UNKNOWN = 'unknown'

    @classmethod
    def _missing_(cls, value):
        return cls.UNKNOWN


print(Status('ok'), Status('nothing'))


class Auto(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower() + str(count)

    FIRST = auto()
    SECOND = auto()


print([m.value for m in Auto])


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
    NONE = 0


print(Perm.R | Perm.X, repr(Perm.R | Perm.W), repr(Perm.R | Perm.X), Perm.RW & Perm.W, ~Perm.R, bool(Perm.NONE), repr(Perm.NONE))
print(Perm.R in Perm.RW, list(Perm.RW), len(Perm.RW), list(Perm), Perm(5), Perm.R ^ Perm.RW)
try:
    Perm(16)
except ValueError as e:
    print(e)


class Bits(IntFlag):
    A = 1
    B = 2


print(Bits.A | Bits.B, repr(Bits.A | 8), Bits.A | 4, repr(~Bits.A), Bits.A + 1, repr(Bits(0)), Bits.B.name, (Bits.A | Bits.B).name)


class Conform(Flag, boundary=CONFORM):
    A = 1
    B = 2


class Eject(Flag, boundary=EJECT):
    A = 1


class Kept(Flag, boundary=KEEP):
    A = 1


print(repr(Conform(7)), Eject(5), repr(Kept(9)))


class Op(Enum):
    ADD = member(operator.add)
    version = nonmember(3)

    @staticmethod
    def helper():
        return 'helped'

    def method(self):
        return 'method', self.value(2, 3)


print(list(Op), Op.version, Op.helper(), Op.ADD.method())
print(copy.copy(Perm.R) is Perm.R, copy.deepcopy({'a': Perm.R})['a'] is Perm.R)


class Named(Enum):
    name_ = 1
    value_ = 2


print(list(Named))


class Base(Enum):
    def hello(self):
        return f'{self.__class__.__name__}.{self.name}'


class Derived(Base):
    X = 1


print(Derived.X.hello(), Derived.__mro__[1].__name__, Derived.X.__class__, Derived.__name__)
match Derived.X:
    case Derived.X:
        print('matched')


class Number(int, Enum):
    ONE = 1

    @classmethod
    def default(cls):
        return cls.ONE


print(Number.ONE, f'{Number.ONE}', repr(Number.default()), Number.ONE + 1, '%d' % Number.ONE, [m for m in reversed(Perm)])
print('name' in dir(Perm.R), Perm.R.__class__.__members__['RW'])
