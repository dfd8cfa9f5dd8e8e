"""Proves every method of float with arguments that fit and that do not."""
import copy
value = 2.5
CALLS = [((), {}), ((1,), {}), (('a',), {}), ((b'a',), {}), ((None,), {}), (([],), {}), ((1, 2), {}), (('a', 'b'), {}), (('a', 1, 2), {}), ((1.5,), {}), ((), {'x': 1}), ((1, 2, 3, 4), {})]
for name in sorted(n for n in dir(value) if n[0] != '_' and n not in ('maketrans', 'translate', 'from_bytes', 'to_bytes', 'fromhex', 'as_integer_ratio')):
    if not callable(getattr(value, name)):
        print(name, getattr(value, name))
        continue
    for args, kwargs in CALLS:
        fresh = copy.copy(value)
        try:
            result = getattr(fresh, name)(*args, **kwargs)
            if name in ('union', 'difference', 'intersection', 'symmetric_difference', 'copy', 'pop') and isinstance(result, (set, frozenset)):
                result = sorted(result, key=str)
            if hasattr(result, '__next__'):
                result = list(result)
            print(name, args, kwargs, '->', repr(result), '' if fresh == value else sorted(fresh, key=str) if isinstance(fresh, set) else fresh)
        except Exception as error:
            print(name, args, kwargs, '->', type(error).__name__, error)
