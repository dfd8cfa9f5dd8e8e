"""Proves chainMap's layers and UserDict, UserList, UserString."""
from collections import ChainMap, UserDict, UserList, UserString
c = ChainMap({'a': 1}, {'a': 2, 'b': 3})
print(c, c['a'], dict(c), len(c), list(c), c.parents, c.new_child({'z': 0}), 'b' in c, c.get('q'))
c['b'] = 9; print(c.maps)
for f in (lambda: c['zz'], lambda: c.pop('zz'), lambda: ChainMap().popitem(), lambda: c.__delitem__('q')):
    try: print(f())
    except KeyError as e: print(e)
class U(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
    def __missing__(self, k): return 'missing ' + k
u = U(a=1); u['b'] = 2; u.update(c=3)
print(u, u['A'], u['zz'], 'A' in u, u.get('q', 0), u | {'d': 1}, u.data, len(u))
l = UserList([3, 1]); l.append(2); l.sort(); print(l, l[0:2], l + [1], l * 2, l == [1, 2, 3], type(l[:1]).__name__)
s = UserString('abc'); print(s.upper(), s + 'd', s[1], s == 'abc', len(s), 'b' in s, type(s.upper()).__name__, s % ())
