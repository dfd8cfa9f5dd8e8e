"""Proves json.dumps: options, keys, floats, circles, default, errors."""
import json, enum, collections
print(json.dumps({'b': [1, 2.0, None, True, 'é"\\\n\x00'], 'a': {}}), json.dumps('é', ensure_ascii=False), json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps([1, {'a': [], 'b': {}}, [2]], indent=2), json.dumps([1, 2], indent='\t'), json.dumps({'a': 1}, separators=(',', ':')), json.dumps([1], indent=0))
print(json.dumps({1: 'a', 1.5: 'b', True: 'c', None: 'd'}), json.dumps((1, (2,))), json.dumps([float('nan'), float('inf'), -float('inf')]), json.dumps(1e100), json.dumps(10 ** 20), json.dumps('\U0001f600'), json.dumps(0.1), json.dumps(-0.0))
class E(enum.IntEnum): A = 1
class S(str): pass
class D(dict): pass
P = collections.namedtuple('P', 'x')
print(json.dumps([E.A, S('s'), D(k=1), P(2)]), json.dumps({E.A: 1}))
for f in (lambda: json.dumps({1, 2}), lambda: json.dumps(object), lambda: json.dumps(b'x'), lambda: json.dumps({(1,): 2}), lambda: json.dumps({(1,): 2}, skipkeys=True), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps({'a': 1, 2: 3}, sort_keys=True), lambda: json.dumps(1j), lambda: json.dumps({1, 2}, default=list), lambda: json.dumps(1j, default=lambda o: o)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
l = []; l.append(l)
try: json.dumps(l)
except ValueError as e: print(e)
class Enc(json.JSONEncoder):
    def default(self, o): return [o.real, o.imag] if isinstance(o, complex) else super().default(o)
print(json.dumps([1j], cls=Enc), ''.join(Enc(indent=1).iterencode([1])))
try: Enc().encode(set())
except TypeError as e: print(e)
