# Values through JSON: separators, indentation, sorting, defaults, hooks, specials, errors with positions.
import json, io
from decimal import Decimal
data = {'b': [1, 2.5, -0.0, 1e100, True, None], 'a': {'x': 'é\u2028"\\\n', 'y': []}, 3: (), 'z': {}}
for kw in ({}, {'indent': 2}, {'indent': '\t', 'sort_keys': False}, {'separators': (',', ':')}, {'ensure_ascii': False}, {'indent': 0}):
    print(json.dumps(data, **kw))
print(json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps([float('nan'), float('inf'), -float('inf')]), json.dumps({None: 1, True: 2, 1.5: 3}))
class D:
    def __init__(self): self.x = 1
print(json.dumps([D()], default=vars), json.dumps({(1,): 2, 'k': 1}, skipkeys=True))
class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex): return [o.real, o.imag]
        return super().default(o)
print(json.dumps(1j, cls=Enc), ''.join(Enc(indent=1).iterencode([1j, {}])), Enc().encode('x'))
for bad in (lambda: json.dumps(D()), lambda: json.dumps({(1,): 2}), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps({1, 2})):
    try: bad()
    except (TypeError, ValueError) as e: print(type(e).__name__, str(e).split(' at 0x')[0])
loop = []; loop.append(loop)
try: json.dumps(loop)
except ValueError as e: print(e)
print(json.loads('{"a": [1, 2.0, 1E3, -1, true, null, "\\u00e9\\ud83d\\ude00"]}'), json.loads(b'[1]'), json.loads(' "x" '))
print(json.loads('{"a": 1, "a": 2}', object_pairs_hook=list), json.loads('{"x": {"y": 1}}', object_hook=lambda d: sorted(d)), json.loads('[1.10, 2]', parse_float=Decimal, parse_int=str), json.loads('[NaN]', parse_constant=repr))
for text in ('', '{', '[1,]', '{"a" 1}', '{"a": }', "{'a': 1}", '[1 2]', '"abc', '"\x01"', 'nul', '1 2', '{"a": 1,}', '\n\n [', '"\\x"', '"\\u12"', '-'):
    try: print(json.loads(text))
    except json.JSONDecodeError as e: print(repr(text), '->', e, e.lineno, e.colno, e.pos)
print(json.JSONDecoder().raw_decode('[1] rest'), json.load(io.StringIO('3')), json.loads('"😀x"'), json.loads('["😀", 1]'))
f = io.StringIO(); json.dump([1, 'a'], f); print(f.getvalue())
