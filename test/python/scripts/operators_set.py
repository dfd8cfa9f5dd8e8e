"""Proves the binary operators of set with other kinds, their results and errors."""
VALUES = [True, 3, -2, 10**20, 2.5, 1j, 'ab', b'xy', [1], (1, 2), {'k': 1}, {1}, frozenset([3]), range(3), None, int, len]
for text in ('+', '-', '*', '/', '//', '%', '**', '@', '<<', '&', '|', '^', '<', '<=', '==', 'in', 'is not'):
    apply = eval(f'lambda a, b: a {text} b')
    for other in VALUES:
        if text in ('**', '<<') and not isinstance(other, (float, complex, str, list)):
            other = 2 if isinstance(other, int) else other
        try:
            print(text, repr(other), '->', repr(apply({1, 3}, other)))
        except Exception as error:
            print(text, repr(other), '->', type(error).__name__, error)
