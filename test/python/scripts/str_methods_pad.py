# str: padding, zfill, expandtabs, translate, encode
print(repr('abc'.center(10)), repr('abc'.center(9, '*')), repr('ab'.center(5, '-')), repr('abc'.center(6, '-')), repr('abc'.ljust(6, '.')), repr('abc'.rjust(6)), repr('abc'.center(2)))
print('42'.zfill(5), '-42'.zfill(5), '+1'.zfill(4), 'abc'.zfill(2), ''.zfill(3))
print(repr('a\tb\tccc\td'.expandtabs()), repr('a\tb'.expandtabs(4)), repr('a\n\tb'.expandtabs(2)), repr('\t'.expandtabs(0)))
t = str.maketrans('abc', 'xyz', 'd')
print('abcd'.translate(t), t, str.maketrans({'a': 'AA', 98: None}), 'ab'.translate({97: 'AA', 98: None}), 'ab'.translate({}))
print('é'.encode(), 'é€😀'.encode('utf-8'), 'é'.encode('latin-1'), 'abc'.encode('ascii'), 'é'.encode('ascii', 'replace'), 'é'.encode('ascii', 'ignore'), 'é€'.encode('ascii', 'backslashreplace'), 'é'.encode('ascii', 'xmlcharrefreplace'), 'a'.encode('utf-16'), 'a'.encode('utf-16-le'))
for f in (lambda: 'é'.encode('ascii'), lambda: 'éé'.encode('ascii'), lambda: 'a'.encode('xyz'), lambda: 'a'.center('b'), lambda: 'a'.center(5, 'ab'), lambda: 'a'.encode(1), lambda: str.maketrans('ab', 'c'), lambda: '\ud800'.encode()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
