# subclasses of int, float, str, list, dict, tuple: values, operators, attributes
class I(int):
    def __new__(cls, v, tag=''): o = super().__new__(cls, v); o.tag = tag; return o
    def __repr__(self): return f'I({int(self)})'
    def __add__(self, o): return I(int(self) + int(o), 'sum')
i = I(5, 'five')
print(i, i.tag, i + 1, (i + 1).tag, 1 + i, i * 2, type(i * 2).__name__, i == 5, i < 6, hash(i) == hash(5), {5: 'x'}[i], [10, 20, 30, 40, 50, 60][i], f'{i:03d}', '%d' % i, str(i), isinstance(i, int), -i, abs(i), i // 2, 10 % i, bool(I(0)), int(i), float(i), range(i), i.bit_length(), round(i), i.real)
class F(float):
    pass
f = F(1.5); f.x = 1; print(f, f + 1, type(f + 1).__name__, f == 1.5, repr(f), f'{f:.3f}', f.x, F('2.5'), f > 1, round(f), int(f), f.is_integer(), hash(f) == hash(1.5), F(3) // 2)
class S(str):
    def shout(self): return self.upper() + '!'
s = S('abc'); s.y = 2; print(s, s.shout(), s + 'd', type(s + 'd').__name__, s == 'abc', 'b' in s, s[1], len(s), s.y, {s: 1}['abc'], f'{s:>5}', '%s' % s, ','.join([s, s]), s.replace('a', 'x'), repr(s), sorted([S('b'), 'a']), s * 2, 'abc' == s, s.startswith(S('a')), S(5), isinstance(s, str), ''.join(reversed(s)), S(b'x', 'ascii'))
class L(list):
    def __getitem__(self, k): return ('got', super().__getitem__(k))
    def total(self): return sum(self)
l = L([1, 2, 3]); l.append(4); l.z = 1; print(l, l[0], l.total(), len(l), l + [5], type(l + [5]).__name__, l == [1, 2, 3, 4], l.z, [*l], l[1:], L(), isinstance(l, list), sorted(l, reverse=True), L(x for x in 'ab'), repr(L(['q'])))
class D(dict):
    def __missing__(self, k): return k * 2
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
d = D(a=1); d['b'] = 2; print(d, d['zz'], d.get('zz'), 'zz' in d, d['a'], d | {'c': 5}, type(d | {}).__name__, D({'x': 1}), d == {'a': 1, 'b': 3}, dict(d), {**d}, len(d), d.setdefault('n', 9), d['n'])
class T(tuple): pass
print(T([1, 2]), T() == (), T([1])[0], {T([1]): 'k'}[(1,)], T([1, 2])[::-1], len(T('abc')))
class O:
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __len__(self): return len(self.d)
    def __iter__(self): return iter(self.d)
    def __contains__(self, k): return k in self.d
o = O(); o['a'] = 1; o['b'] = 2; del o['a']; print(o['b'], len(o), list(o), 'b' in o, 'a' in o, bool(O()), [*o])
class B(bytes): pass
print(B(b'ab'), B(b'ab') == b'ab', B(b'ab')[0], B(b'ab') + b'c')
