# dict: keys by value, with Python __eq__ and __hash__, and special strings
class K:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    def __hash__(self): return hash(self.n)
    def __repr__(self): return f'K{self.n}'
d = {K(1): 'a', K(2): 'b'}
print(d[K(1)], K(2) in d, K(3) in d, len({K(1), K(1), K(2)}), d.pop(K(1)), d)
d[K(2)] = 'c'; print(d, list(d)[0] is not K(2))
class E:
    def __eq__(self, o): return True
try:
    {E(): 1}
except TypeError as e:
    print(e)
print({1: 'i', 1.0: 'f', True: 'b'}, {0: 'a', False: 'b', 0.0: 'c', -0.0: 'd', 0j: 'e'}, {2**53: 1, float(2**53): 2}, {10**20: 1}[1e20], {'\0': 1, '\0s': 2, '': 3}['\0'], {b'a': 1, 'a': 2}, {(1, 'a'): 1}[(1.0, 'a')], {frozenset([1, 2]): 1}[frozenset([2, 1])], {None: 1}[None], {...: 1}[...])
print({(): 1, (None,): 2, ('None',): 3, (1,): 4, ('1',): 5, ((1,),): 6})
n = float('nan'); d = {n: 1}; print(d[n], n in d, float('nan') in d)
class S(str):
    pass
print({'a': 1}[S('a')], {S('a'): 2}['a'], {S('a'): 1, 'a': 2}, S('a') == 'a', hash(S('a')) == hash('a'))
class H:
    def __hash__(self): return 'x'
class N:
    __hash__ = None
for c in (H, N):
    try:
        hash(c())
    except TypeError as e:
        print(e)
o = object(); print({o: 1}[o], {int: 1, str: 2}[int], {len: 1}[len], {print: 2, K: 1}[K])
def f(): pass
print({f: 1}[f], {K(1).__eq__: 1} != {}, [].append in {}) if False else print({f: 1}[f])
