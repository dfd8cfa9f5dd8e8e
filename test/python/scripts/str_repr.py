# str: repr, escapes, quotes, unicode, ascii()
for s in ("a'b", 'a"b', 'a\'"b', 'a\\b', '\n\r\t\0\x07\x7f', 'é', '\x85\xa0\xad', '\u2028', '\ud800', '😀', '\U0010ffff', '\u200b', '日本', ''):
    print(repr(s), ascii(s))
print(ascii(['é', '😀']), repr(['a\nb']), str('x'), str(), str(5), str(None), str([1, 'a']), str(b'a'), str(b'abc', 'ascii'), str(object=5))
print('a' 'b', 'a' * 3, 3 * 'ab', 'a' * 0, 'a' * -1, 'abc'[1], 'abc'[-1], 'abcdef'[1:4], 'abcdef'[::2], 'abcdef'[::-1], 'abcdef'[4:1:-1], 'abc'[5:], 'abc'[-2:])
print('%s' % 'x', 'a' in 'abc', '' in '', 'abc' == 'abc', 'a' != 'b', hash('a') == hash('a'), len('abc'), max('abc'), sorted('hello'), list('abc'), tuple('ab'), set('a'), 'a'.__add__('b'), 'ab'.__contains__('a'), 'ab'.__getitem__(1), 'a'.__mul__(3), 'abc'.__len__())
for f in (lambda: 'abc'[5], lambda: 'abc'['a'], lambda: 'abc'[1.0], lambda: 'a' * 'b', lambda: 'a' * 1.5, lambda: 'a' + 1, lambda: 'a'.foo, lambda: str(b'a', 5), lambda: str(1, 'x'), lambda: 'abc'[::0]):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
