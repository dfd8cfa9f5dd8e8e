# str: searching, replacing, counting, prefixes
s = 'hello world'
print(s.find('o'), s.find('o', 5), s.find('x'), s.rfind('o'), s.rfind('o', 0, 5), s.index('w'), s.rindex('l'), s.count('l'), s.count(''), s.count('l', 3, 5), s.find('', 20), s.find('', 11), s.find('ld', -3), s.find('o', 5, 7))
print(s.startswith('he'), s.startswith(('x', 'h')), s.startswith('lo', 3), s.endswith('ld'), s.endswith(('a', 'd')), s.endswith('wor', 0, 9), s.startswith(''), s.startswith('', 12), s.startswith(()))
print(s.replace('l', 'L'), s.replace('l', 'L', 2), s.replace('', '-'), s.replace('', '-', 3), s.replace('x', 'y'), 'aaa'.replace('aa', 'b'), ''.replace('', 'x'), s.replace('o', '$&'))
print('😀a😀b'.find('b'), '😀a😀b'.index('a'), len('😀a😀b'), '😀a😀b'[1], '😀a😀b'[-1], '😀a😀b'[::-1], '😀a😀b'[1:3], list('a😀'), '😀' in 'x😀', '😀'.rfind('😀'))
for f in (lambda: s.index('zz'), lambda: s.find(1), lambda: s.startswith(1), lambda: s.startswith((1,)), lambda: s.replace(1, 'a'), lambda: s.count(None), lambda: 1 in 'a', lambda: s.rindex('zz')):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
