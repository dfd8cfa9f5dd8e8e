# json: dumps in all its forms, loads with hooks, error messages and positions.
import io
import json
from collections import OrderedDict
from enum import Enum, IntEnum

v = {'a': [1, 2.5, None, True, False], 'b': {'c': 'x"y\\\n\té€😀\x00\x7f'}, 'e': [], 'f': {}, 1: 'int', 1.5: 'f', None: 'n', True: 't', 'big': 10**30, 'exp': 1e100, 'tup': (1, (2,))}
print(json.dumps(v))
print(json.dumps(v, ensure_ascii=False, indent=2))
print(json.dumps({'b': 1, 'a': [1, {'z': 2}]}, sort_keys=True, indent=4, separators=(',', ': ')))
print(json.dumps([1, 2, {'x': 'y'}], separators=(',', ':')), json.dumps([1, [2]], indent='\t'), json.dumps([], indent=2), json.dumps('é'), json.dumps(float('nan')), json.dumps([float('inf'), -float('inf')]), json.dumps(0.1), json.dumps(-0.0), json.dumps(1e16), json.dumps(5e-324))


class E(Enum):
    A = 'a'


class I(IntEnum):
    ONE = 1


class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


print(json.dumps({3, 1, 2}, cls=Enc), json.dumps([E.A], default=lambda o: o.value), json.dumps(I.ONE), json.dumps({I.ONE: 1}))
for bad in (lambda: json.dumps({1, 2}), lambda: json.dumps({(1, 2): 3}), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps(json), lambda: Enc().encode(1j)):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
l = []
l.append(l)
try:
    json.dumps(l)
except ValueError as e:
    print(e)
print(json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True))
print(json.loads('{"a": [1, 2.0, -3e2, null, true, false, "x\\u00e9\\n\\ud83d\\ude00"], "b": {}}'), json.loads(' [ ] '), json.loads('"\\/"'), json.loads('12345678901234567890'), json.loads('-0'), json.loads('NaN'), json.loads('[-Infinity]'), json.loads(b'{"k": 1}'))
print(json.loads('{"a": 1, "b": 2}', object_pairs_hook=OrderedDict), json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d)), json.loads('[1.5, 2]', parse_float=str, parse_int=lambda s: s + '!'), json.loads('{"a":1,"a":2}'))
for text in ('', '{', '[1,', '{"a"}', '{"a":}', '{a:1}', '[1 2]', '"abc', '"\x01"', '"\\x"', '"\\u12"', 'nul', '[1]]', '{"a":1,}', '\n\n  x', '[1,]', "{'a':1}", '01', '1.', '-'):
    try:
        print(json.loads(text))
    except json.JSONDecodeError as e:
        print(repr(text), e, e.pos, e.lineno, e.colno)
for bad in (lambda: json.loads(3), lambda: json.loads(None)):
    try:
        bad()
    except TypeError as e:
        print(e)
f = io.StringIO()
json.dump({'x': 1}, f, indent=1)
print(f.getvalue())
f.seek(0)
print(json.load(f), json.JSONDecoder().raw_decode('[1] rest'), json.dumps({'a': {'b': {'c': [1, {'d': 2}]}}}, indent=2).count('\n'))
