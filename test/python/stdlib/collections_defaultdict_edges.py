"""Proves defaultdict: factories, missing, repr, union."""
from collections import defaultdict
d = defaultdict(list, {'a': [1]}, b=[2])
d['c'].append(3)
print(d, d.default_factory, d.get('zz'), 'zz' in d, d | {'q': 1}, {'p': 0} | d)
n = defaultdict(None); e = defaultdict(lambda: defaultdict(int))
e['x']['y'] += 1
print(e['x'], len(e), repr(defaultdict(int)))
for f in (lambda: n['k'], lambda: defaultdict(5), lambda: defaultdict([]), lambda: d[[]], lambda: defaultdict(int, 5)):
    try: print(f())
    except Exception as ex: print(type(ex).__name__, ex)
def boom(): raise ValueError('boom')
b = defaultdict(boom)
try: b['x']
except ValueError as ex: print(ex, len(b))
d.default_factory = None
try: d['none']
except KeyError as ex: print(ex)
print(d.copy(), type(d.copy()).__name__, defaultdict.__missing__(defaultdict(int), 'k'))
