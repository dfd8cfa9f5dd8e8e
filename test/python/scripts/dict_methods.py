# dict: construction, methods, order, merging, errors
d = {'a': 1, 'b': 2}
d['c'] = 3; d.update(d=4); d.update({'a': 10}); d.update([('e', 5)], f=6)
print(d, len(d), d.get('a'), d.get('z'), d.get('z', 0), d.pop('a'), d.pop('zz', None), d.setdefault('b', 9), d.setdefault('n', 7), d)
print(list(d), list(d.keys()), list(d.values()), list(d.items()), d.popitem(), 'b' in d, 2 in d, d == dict(d), dict(a=1) == {'a': 1}, {1: 2} != {1: 3})
print(dict([(1, 2), (3, 4)]), dict({1: 2}, x=3), dict(zip('ab', [1, 2])), dict.fromkeys('abc', 0), dict.fromkeys([1, 2]), dict(['ab', 'cd']), {**{'x': 1}, 'y': 2, **{'x': 3}}, {1: 'a', 1.0: 'b', True: 'c'})
a, b = {'x': 1, 'y': 2}, {'y': 3, 'z': 4}
print(a | b, b | a, a, a.copy() is a); a |= b; print(a); a |= [('q', 1)]; print(a)
print({k: v for k, v in zip('abc', range(3))}, {1: {2: {}}}, {(1, 2): 3}, {None: 1, 'k': None}, list(reversed({1: 2, 3: 4})), {}.keys(), {1: 2}.values(), {1: 2}.items())
d = {}; d['self'] = d; print(d); del d['self']; print(d); d.clear()
print(d.__contains__(1), dict.__name__, {'a': 1}.__getitem__('a'), {1: 1}.__len__(), {1: 2}.__eq__({1: 2}), {1: 2}.__eq__(5), type({}.keys()).__name__)
for f in (lambda: {}['x'], lambda: {}[(1, 2)], lambda: {}.pop('x'), lambda: {}.popitem(), lambda: {}[[]], lambda: {[]: 1}, lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: {} | 5, lambda: {} < {}, lambda: {}.fromkeys(5), lambda: {1: 2}.__delitem__(5), lambda: hash({}), lambda: dict(1, 2), lambda: {}.get(), lambda: {}.update(5), lambda: {}.get({})):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
d = {1: 1}
for change in ('add', 'del'):
    try:
        for k in d:
            if change == 'add': d[k + 10] = 1
            else: del d[k]
    except RuntimeError as e:
        print(e, d)
