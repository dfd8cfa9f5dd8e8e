# nested structures: json-like walking, flattening, deep updates, pretty printing by hand
data = {'name': 'net', 'layers': [{'type': 'conv', 'k': [3, 3]}, {'type': 'fc', 'out': 10}], 'opt': {'lr': 1e-3, 'betas': (0.9, 0.999)}, 'tags': {'a', }, 'none': None, 'ok': True}
def walk(v, path=''):
    if isinstance(v, dict):
        for k, x in v.items(): yield from walk(x, f'{path}.{k}')
    elif isinstance(v, (list, tuple, set)):
        for i, x in enumerate(v): yield from walk(x, f'{path}[{i}]')
    else: yield path, v
for p, v in walk(data): print(p, '=', repr(v))
def flatten(l): return [y for x in l for y in (flatten(x) if isinstance(x, list) else [x])]
print(flatten([1, [2, [3, [4]], 5]]), data['layers'][0]['k'][1], data['opt']['betas'][-1], [l['type'] for l in data['layers']], {l['type']: len(l) for l in data['layers']})
def merge(a, b): return {k: merge(a[k], b[k]) if k in a and k in b and isinstance(a[k], dict) else b.get(k, a.get(k)) for k in {**a, **b}}
print(merge({'a': {'x': 1, 'y': 2}, 'b': 1}, {'a': {'y': 3}, 'c': 4}))
def pretty(v, ind=0):
    pad = '  ' * ind
    if isinstance(v, dict): return '{\n' + ''.join(f'{pad}  {k}: {pretty(x, ind + 1)}\n' for k, x in v.items()) + pad + '}'
    return repr(v)
print(pretty({'a': 1, 'b': {'c': [1, 2], 'd': {}}})); print(data, str(data) == repr(data), eval(repr(data)) == data)
import operator
print(operator.itemgetter('name', 'ok')(data), operator.getitem(data, 'opt')['lr'], operator.add(1, 2), operator.contains([1], 1), operator.attrgetter('real')(5), operator.methodcaller('upper')('a'), operator.index(5), operator.not_(0), operator.mul('a', 3), operator.is_(None, None), operator.concat([1], [2]), operator.truth([]), operator.length_hint([1]), operator.ifloordiv(7, 2), operator.matmul.__name__)
