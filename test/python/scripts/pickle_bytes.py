# pickles are CPython's, byte for byte, in every protocol, and hold what went in
import collections, dataclasses, datetime, decimal, enum, fractions, functools, pathlib, pickle, re, types, uuid

class Plain:
    def __init__(self): self.a = 1; self.b = [self]
class Slots:
    __slots__ = ('x', '__y')
    def __init__(self): self.x = 1
class Listed(list): pass
class Mapped(dict): pass
class Text(str): pass
class Count(int): pass
class State:
    def __init__(self): self.v = 3
    def __getstate__(self): return ('state', self.v)
    def __setstate__(self, state): self.v = state[1] + 1
class Keyed:
    def __new__(cls, *, key): o = super().__new__(cls); o.key = key; return o
    def __getnewargs_ex__(self): return (), {'key': self.key}
class Reduced:
    def __init__(self, *args): self.args = args
    def __reduce__(self): return type(self), ('a', 1), {'more': 2}, iter([]), iter([])
class Filled(collections.OrderedDict): pass
class Color(enum.Enum): RED = 1
class Flags(enum.Flag): A = 1; B = 2
class Outer:
    class Inner: pass
    def method(self): pass
Point = collections.namedtuple('Point', 'x y')
@dataclasses.dataclass
class Config:
    vocab: int = 65
    names: list = dataclasses.field(default_factory=lambda: ['a'])
@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int = 1

recursive = [1]; recursive.append(recursive)
looped = ([],); looped[0].append(looped)
knot = {}; knot['self'] = knot
shared = ['shared']
slots = Slots()
values = [
    None, True, False, 0, 1, 255, 256, 65535, 65536, -1, -129, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**63, 10**30, -10**30, 2**2100, 0.5, -0.0, 1e300,
    float('inf'), 1j, '', 'abc', 'naïve', '\u20ac\n\\', '\U0001f600', 'x' * 256, 'y' * 70000, b'', b'ab', b'\xff\0', b'z' * 300, b'w' * 70000, bytearray(b'ab'), bytearray(),
    (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, 2], list(range(1001)), {}, {'a': 1}, {'a': 1, 'b': [2]}, {i: i for i in range(1001)}, set(), {1}, frozenset(), frozenset([2]),
    [shared, shared], recursive, looped, knot, range(3), slice(1, 2), int, len, [].append, 'a'.join, type(None), type(...), NotImplemented, ..., Plain(), slots, Listed([1, 2]), Mapped(a=1), Text('t'), Count(3), State(), Keyed(key=4), Reduced(),
    Filled(a=1), Color.RED, Flags.A | Flags.B, Outer.Inner, Outer.Inner(), Outer().method, Point(1, 2), Config(), Frozen(), collections.OrderedDict(a=1, b=2), collections.Counter('aab'),
    collections.defaultdict(list, {'a': [1]}), collections.deque([1, 2], 3), datetime.timedelta(1, 2), decimal.Decimal('1.5'), fractions.Fraction(1, 3), functools.partial(int, base=2),
    pathlib.PurePosixPath('/a/b'), re.compile('a+', re.I), types.SimpleNamespace(a=1), ValueError('x', 1), KeyError('k'), iter([1, 2]), object(), list[int],
    {'train': [1, 2], 'itos': {0: 'a', 1: 'b'}, 'stoi': {'a': 0, 'b': 1}, 'vocab_size': 2},
]

def seen(value, depth=0):
    """What can be told of a value, without addresses."""
    if depth > 3: return '...'
    if isinstance(value, (list, tuple, collections.deque)): return type(value).__name__ + str([seen(item, depth + 1) for item in list(value)[:5]])
    if isinstance(value, dict): return type(value).__name__ + str([(seen(k, depth + 1), seen(v, depth + 1)) for k, v in list(value.items())[:5]])
    if hasattr(value, '__dict__') and not isinstance(value, (type, enum.Enum, types.GenericAlias, pathlib.PurePath)): return type(value).__name__ + seen(vars(value), depth + 1)
    return re.sub(' at 0x[0-9a-f]+', '', repr(value))[:60]

for value in values:
    for protocol in range(6):
        try:
            data = pickle.dumps(value, protocol)
        except Exception as error:
            print(protocol, type(value).__name__, type(error).__name__, re.sub(' at 0x[0-9a-f]+', '', str(error)))
            continue
        print(protocol, len(data), data if len(data) < 400 else (data[:60], data[-60:], sum(data)))
        back = pickle.loads(data)
        print('    ', seen(back), type(back) is type(value))
