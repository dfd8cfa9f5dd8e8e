"""Proves what conversions and protocols give of dict, and their errors."""
value = {'k': 1}
for text in ('bool(v)', 'int(v)', 'float(v)', 'complex(v)', 'str(v)', 'repr(v)', 'bytes(v)', 'list(v)', 'tuple(v)', 'sorted(set(v))', 'dict(v)', 'len(v)', 'hash(v) == hash(v)', 'iter(v) is None', 'next(v)', 'reversed(v) is None', 'abs(v)', 'round(v)', 'divmod(v, 2)', 'pow(v, 2)', 'hex(v)', 'chr(v)', 'ord(v)', 'sum(v)', 'max(v)', 'sorted(v)', 'all(v)', 'callable(v)', 'v[0]', 'v["k"]', 'v[0:1]', 'v()', 'v.real', 'v.nothing', '-v', '~v', 'not v', 'f"{v}"', 'f"{v:>12}"', 'f"{v:d}"', 'f"{v:.1f}"', '"%d" % (v,)', '"%s" % (v,)', 'range(v)', '[0, 1, 2][v]', '"x" * v', 'isinstance(1, v)', 'enumerate(v) is None', 'map(v, []) is None', 'zip(v) is None', 'type(v).__name__', 'v.__class__ is type(v)', 'v == v', 'v < v', 'memoryview(v)[0]', 'bytearray(v)', 'frozenset(v)', 'slice(v)', 'print(v, sep=v)', 'getattr(v, "x", 5)', 'vars(v) is None', 'open(v)' if False else 'id(v) == id(v)', 'eval(v)' if False else 'bin(v)', 'with_v', 'format(v, "5")', 'ascii(v)', 'input' and 'oct(v)', 'setattr(v, "x", 1)', 'delattr(v, "x")', 'int(v, 10)', 'issubclass(v, int)', 'super(v, v)', 'exec(v)' if False else 'any(v)'):
    try:
        print(text, '->', repr(eval(text, {'v': value})))
    except Exception as error:
        print(text, '->', type(error).__name__, error)
