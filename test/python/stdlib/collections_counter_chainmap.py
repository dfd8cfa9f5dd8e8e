# collections: Counter, ChainMap, UserDict, UserList, UserString.
from collections import ChainMap, Counter, UserDict, UserList, UserString

c = Counter('abracadabra')
print(c, c.most_common(2), c['z'], sorted(c.elements())[:3], c.total(), sum(c.values()))
d = Counter(a=1, b=5)
print(c + d, c - d, c & d, c | d, +Counter(a=-1, b=2), -Counter(a=-1))
c.update('aaa')
c.subtract({'b': 10})
print(c, c == Counter(c), c > d, Counter(a=1) <= Counter(a=2), Counter(), Counter([1, 1, 2]))
c += d
print(c)
del c['nothing']
c['q'] += 1
print(c.copy() == c, dict(Counter(x=2)), Counter({'a': 1, 'b': 2}).most_common()[0])
m = ChainMap({'a': 1}, {'a': 2, 'b': 3})
print(m, m['a'], m['b'], list(m), len(m), dict(m), 'b' in m, m.get('q', 4))
m['c'] = 5
child = m.new_child({'a': 0})
print(m.maps, child['a'], child.parents['a'], m | {'z': 1})
for bad in (lambda: m['q'], lambda: m.__delitem__('b')):
    try:
        bad()
    except KeyError as e:
        print(e)


class U(UserDict):
    def __missing__(self, key):
        return key * 2

    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


u = U({'a': 1}, b=2)
print(u, u['A'], u['xy'], 'A' in u, 'a' in u, list(u.items()), len(u), u.data, dict(u), isinstance(u, dict), u.copy(), u | {'C': 3})
u.update(d=4)
print(u.pop('D'), u.get('zz'), u.setdefault('e', 5), u == {'A': 1, 'B': 2, 'E': 5})


class L(UserList):
    def double(self):
        return L([x * 2 for x in self])


x = L([3, 1, 2])
x.append(5)
x.sort()
print(x, x.double(), x[1:], type(x[1:]), x + [1], len(x), 5 in x, x == [1, 2, 3, 5], x.index(3))
s = UserString('hello')
print(s.upper(), s + ' x', s[1], len(s), 'ell' in s, s == 'hello', repr(s))
