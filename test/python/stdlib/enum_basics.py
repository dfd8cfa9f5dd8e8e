# Enum: members, aliases, lookup by value and name, iteration, repr, str, format, hash and errors.
from enum import Enum, IntEnum, StrEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def describe(self):
        return self.name.lower(), self.value


print(Color.RED, repr(Color.RED), f'{Color.RED}', Color.RED.describe())
print(Color.CRIMSON is Color.RED, Color(2), Color['GREEN'], list(Color), len(Color))
print(Color.__members__)
print(Color, isinstance(Color.RED, Color), Color.RED in Color, type(Color.RED))
print(Color.RED == 1, Color.RED != Color.GREEN, {Color.RED: 'a'}[Color.RED])
for bad in (lambda: Color(5), lambda: Color['BLUE'], lambda: Color.BLUE, lambda: setattr(Color, 'RED', 3)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
try:
    class More(Color):
        BLUE = 3
except TypeError as e:
    print(e)
try:
    class Twice(Enum):
        A = 1
        A = 2
except TypeError as e:
    print(e)


class Level(IntEnum):
    LOW = 1
    HIGH = auto()


print(Level.LOW, repr(Level.HIGH), Level.HIGH + 1, Level.LOW < Level.HIGH, f'{Level.HIGH:03d}', Level(2), sorted([Level.HIGH, Level.LOW]))
print(isinstance(Level.LOW, int), [10, 20, 30][Level.LOW], hash(Level.LOW) == hash(1), {1: 'x'}[Level.LOW])


class Mode(StrEnum):
    TRAIN = auto()
    EVAL = 'evaluation'


print(Mode.TRAIN, repr(Mode.TRAIN), f'{Mode.EVAL:>12}', Mode('train'), Mode.TRAIN == 'train', Mode.TRAIN.upper(), '-'.join(Mode))


class Old(str, Enum):
    A = 'a'
    B = 'b'

    def __str__(self):
        return self.value


print(Old.A, repr(Old.A), Old('b'), Old.A == 'a', f'{Old.B}', '%s' % Old.A)


class Plain(str, Enum):
    A = 'a'


print(str(Plain.A), f'{Plain.A}', format(Plain.A), repr(Plain.A), Plain.A.value, '{}'.format(Plain.A), Plain.A + 'x')


class ExplicitEnum(str, Enum):
    @classmethod
    def _missing_(cls, value):
        raise ValueError(f'{value} is not a valid {cls.__name__}, please select one of {list(cls._value2member_map_.keys())}')


class Strategy(ExplicitEnum):
    NO = 'no'
    STEPS = 'steps'


print(Strategy('no'), Strategy.NO == 'no', Strategy.STEPS.value, hash(Strategy.NO) == hash('NO'))
try:
    Strategy('x')
except ValueError as e:
    print(e)
try:
    @unique
    class Dup(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)
