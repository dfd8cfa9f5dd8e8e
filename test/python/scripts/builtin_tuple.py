"""Proves tuple() with few and many arguments of many kinds."""
VALUES = [0, -3, 10**20, True, 2.5, 1j, '', '12', b'ab', [], [2, 1], (1, 'a'), {}, {'a': 1}, {5}, range(3), None, int, len, object, ...]
def show(value):
    if hasattr(value, '__next__'):
        try:
            return f'{type(value).__name__ if type(value).__module__ == "builtins" and "iterator" not in type(value).__name__ else "iterator"} {list(value)}'
        except Exception as error:
            return f'{type(error).__name__} {error}'
    text = repr(value)
    return text.split(' at 0x')[0]
def attempt(*args, **kwargs):
    try:
        print(args, kwargs or '', '->', show(tuple(*args, **kwargs)))
    except Exception as error:
        print(args, kwargs or '', '->', type(error).__name__, error)
attempt()
for value in VALUES:
    attempt(value)
attempt(1, 2, 3, 4, 5)
attempt(zzz=1)
