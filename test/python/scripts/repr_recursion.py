# repr of nested and recursive containers
a = [1]; a.append(a); print(a)
d = {}; d['d'] = d; d['l'] = [d]; print(d)
t = ([],); t[0].append(t); print(t)
class R:
    def __init__(self): self.l = [self]
    def __repr__(self): return f'R({self.l!r})' if len(self.l) > 5 else 'R'
print(R().l, [[[]]], {'a': {'b': {}}}, {1: [2, (3, {4})]}, ((),), [()], {(): []}, frozenset([frozenset()]))
v = {}; v[1] = v.values(); print(repr(v)[:15])
print(repr({'quote\'s': "it's", 'b"': '"'}), str(['\n']), repr(('a',)), [None, True, ..., NotImplemented], {1.0: 1e100}, [b'x', bytearray(b'y')], [int, len, print].__len__(), [range(3), slice(1)])
