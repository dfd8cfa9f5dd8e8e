# sum, min, max: keys, defaults, errors, mixed types
print(sum([1, 2, 3]), sum([], 5), sum([0.1] * 10), sum([[1], [2]], []), sum((1, 2.5)), sum([True, True]), sum(x for x in range(5)), sum([1], start=10), sum([10**20, 1]), sum(()))
print(min(3, 1, 2), max([1, 5, 3]), min('hello'), max('a', 'b'), min([1], default=0), max([], default=None), max([-3, 2], key=abs), min('abc', 'ab', key=len), max([(1, 'a'), (1, 'b')]), min([1, 1.0]), max([1, 1.0, True]), max({'a': 1, 'b': 5}), min(x * x for x in (-2, 1)), max(1, 2.5))
for f in (lambda: sum(['a']), lambda: sum(['a'], ''), lambda: sum(5), lambda: sum([b'a'], b''), lambda: min(), lambda: max([]), lambda: min(5), lambda: max(1, 'a'), lambda: min(1, 2, default=3), lambda: max([1], foo=2), lambda: min([], key=len), lambda: max([1, None])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(any([0, '', 1]), all([1, 'a']), any([]), all([]), any(x > 2 for x in range(5)), all(x > 2 for x in range(5)))
it = iter([0, 1, 2, 3])
print(any(it), list(it))
it = iter([1, 0, 2])
print(all(it), list(it), abs(-5), abs(2.5), abs(-3 + 4j), divmod(7, 2), divmod(-7.5, 2), pow(2, 3), pow(2, 0.5), round(3.7), round(2.675, 2), round(-0.5), bin(10), bin(-5), oct(64), hex(255), hex(-16), chr(97), chr(128512), ord('a'), ord('€'), bin(2**65))
for f in (lambda: chr(-1), lambda: chr(0x110000), lambda: ord('ab'), lambda: ord(5), lambda: hex(1.5), lambda: bin('a'), lambda: round('a'), lambda: abs(None), lambda: divmod(1, 'a'), lambda: round(1.5, 'x')):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
