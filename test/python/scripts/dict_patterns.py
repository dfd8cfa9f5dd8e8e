# dict: counting, grouping, inverting, nested defaults, ordering after changes, comprehension keys
d = {}
for c in 'mississippi': d[c] = d.get(c, 0) + 1
print(d, sorted(d, key=d.get), max(d.items(), key=lambda i: i[1]), {v: k for k, v in d.items()}, sum(d.values()))
g = {}
for w in 'a bb cc ddd'.split(): g.setdefault(len(w), []).append(w)
print(g, {k: len(v) for k, v in g.items()}, [k for k, v in g.items() if len(v) > 1], dict(sorted(g.items(), reverse=True)))
d = {1: 'a', 2: 'b', 3: 'c'}; del d[1]; d[1] = 'z'; d[2] = 'q'; print(d, list(d), next(iter(d)), list(d.items())[-1], d.pop(3), d)
n = {'a': {'b': {'c': 1}}}; n['a']['b']['d'] = 2; n['a']['x'] = n; print(n['a']['b'], n['a']['x']['a']['b']['c'], 'b' in n['a'], n.get('q', {}).get('z'), n['a'].keys())
a, b = {'x': 1}, {'x': 2, 'y': 3}; c = {**a, **b}; a.update(b, z=4); print(c, a, a == b, a.items() >= b.items(), a.keys() - b.keys(), dict.fromkeys('ab', []), {**a} is a, dict(a) == a, a | {'w': 0}, len(a))
f = dict.fromkeys('ab', []); f['a'].append(1); print(f); e = {}; e[None] = 1; e[()] = 2; e[1.5] = 3; e[True] = 4; e[b'k'] = 5; e['k'] = 6; e[frozenset()] = 7; e[int] = 8; print(e, e[1], len(e))
for k in list(e): del e[k]
print(e, bool(e), e == {}, {}.popitem.__name__, {'a': 1}.__or__({'b': 2}), {1: 1}.__ior__({2: 2}), {'k': 1}.setdefault('k', 5), {'k': 1}.__class__)
print(*{'a': 1, 'b': 2}, {**{'a': 1}}, *[f'{k}={v}' for k, v in {'p': 1, 'q': 2}.items()], sep=' ')
def kw(**k): return k
print(kw(**{'a': 1}, b=2), kw(**d if False else {}), list(map(lambda kv: kv[0] * kv[1], {'a': 2}.items())), {i: i ** 2 for i in range(3)}, {k.upper(): v for k, v in {'a': 1}.items()}, {a: b for a, b in zip('xy', 'zw')}, dict([('a', 1)], b=2), dict(((1, 2),)), dict({}.items()))
