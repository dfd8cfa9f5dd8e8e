# str: splitting, joining, partitioning, stripping
print('a,b,,c'.split(','), 'a,b,,c'.split(',', 1), 'a,b,,c'.rsplit(',', 1), ' a  b c '.split(), ' a  b c '.split(None, 1), ' a  b c '.rsplit(None, 1), ''.split(), ''.split(','), 'abc'.split('b', 0))
print('a\nb\r\nc\rd'.splitlines(), 'a\nb\n'.splitlines(True), ''.splitlines(), '\n'.splitlines(), 'a\x0bb\x1cc\u2028d'.splitlines())
print('a-b-c'.partition('-'), 'a-b-c'.rpartition('-'), 'abc'.partition('-'), 'abc'.rpartition('-'))
print(','.join(['a', 'b']), ''.join('abc'), '-'.join(x for x in 'xyz'), ', '.join({'k': 1}), '-'.join(()))
print(repr('  a b '.strip()), repr('xxaxx'.strip('x')), 'abcba'.lstrip('ab'), 'abcba'.rstrip('ab'), repr('\u2003x\u3000'.strip()), 'a'.strip('a') == '')
print('prefix_x'.removeprefix('prefix_'), 'x.py'.removesuffix('.py'), 'x'.removesuffix(''), 'x'.removeprefix('yy'))
for f in (lambda: 'a'.split(''), lambda: 'a'.split(1), lambda: 'a'.join([1]), lambda: 'a'.join(1), lambda: 'a'.partition(''), lambda: 'a'.strip(1), lambda: ','.join(['a', None])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
