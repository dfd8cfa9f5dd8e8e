"""Proves json.loads: values, whitespace, duplicates, hooks and its errors."""
import json
for t in ('null', 'true', '1', '-0', '1.5e3', '1E400', '"a\\u00e9\\n"', '[]', '{}', ' [1 , 2 ] ', '{"a": {"b": [null]}}', '{"a":1,"a":2}', 'NaN', '-Infinity', '"\\ud83d\\ude00"', '123456789012345678901234567890', '[[[]]]', '"/\\/"'):
    print(t, '->', repr(json.loads(t)))
for t in ('', ' ', '[1,]', '{"a"}', '{"a":}', '{a:1}', "{'a':1}", '[1 2]', '"abc', '"\n"', '"\\q"', '"\\u12"', '01', '1.', '.5', '+1', 'nul', '[1', '{"a":1', '{"a":1,}', '1 2', '[1]]', '\ufeff1', '"\\ud800"', 'tru', '-', '1e', '{"a":1 "b"}', '{1:2}'):
    try: print(repr(t), repr(json.loads(t)))
    except json.JSONDecodeError as e: print(repr(t), '->', e, '|', e.msg, e.pos, e.lineno, e.colno)
print(json.loads('{"a": 1, "b": [1.5]}', object_pairs_hook=list, parse_float=str, parse_int=lambda s: 'i' + s), json.loads('{"a":{}}', object_hook=lambda d: len(d)), json.loads(b'[1]'), json.loads(bytearray(b'"x"')), json.loads('[NaN]', parse_constant=lambda c: c + '!'))
for v in (5, None, [], 1.5):
    try: json.loads(v)
    except TypeError as e: print(e)
print(json.JSONDecoder().raw_decode('[1] rest'))
