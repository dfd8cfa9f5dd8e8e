# Items of every type by an index that is too large, an index, and a string: read, set and deleted.
class K:
    pass
class G:
    def __getitem__(self, i): return i
class S:
    __slots__ = ()
def gen():
    yield
import enum, types
E = enum.Enum('E', 'a')
big = 10**20
values = [None, True, 1, big, 1.5, 1j, 'a', b'a', (1,), [1], {1}, frozenset(), {}, {}.keys(), {}.values(), {}.items(), range(3), slice(1), K(), G(), S(), K, int, len, gen, gen(), ..., NotImplemented, Exception(), KeyError(1), bytearray(b"a"), iter([]), enumerate([]), zip(), map(int, []), property(), classmethod(len), staticmethod(len), object(), super(K, K()), types.SimpleNamespace(), types.MappingProxyType({}), E.a, E, print, [].append, K.__init__, types, list[int], int | str]
import collections
values += [collections.deque([1]), collections.OrderedDict(), collections.Counter(), collections.defaultdict(int), collections.namedtuple('N', 'a')(1)]
for v in values:
    for what, f in (('get', lambda: v[big]), ('set', lambda: v.__class__ and exec('v[big] = 1', {'v': v, 'big': big})), ('del', lambda: exec('del v[big]', {'v': v, 'big': big})),
       ('set0', lambda: exec('v[0] = 1', {'v': v})), ('del0', lambda: exec('del v[0]', {'v': v})), ('get0', lambda: v[0] and None),
       ('setx', lambda: exec('v["q"] = 1', {'v': v})), ('delx', lambda: exec('del v["q"]', {'v': v})), ('getx', lambda: v["q"] and None)):
        try:
            f()
            r = 'fine'
        except Exception as e:
            r = f'{type(e).__name__}: {e}'
        import re
        print(type(v).__name__, what, re.sub('0x[0-9a-f]+', '0x', r))
