"""Proves flags, character classes, boundaries, lookaround."""
import re
t = 'Hello World_1 é ß\nline2 \t٣'
for p, f in ((r'\w+', 0), (r'\w+', re.A), (r'\d', 0), (r'\s', 0), ('hello', re.I), ('^l', re.M), ('l$', 0), ('.+', re.S), (r'\bW', 0), (r'\B.', 0), ('(?i:W)orld', 0), (r'(?<=o)\s', 0), ('o(?! )', 0), ('(?<!l)o', 0), (r'\AH', 0), (r'\Z', 0), ('[^a-z]', re.I), ('[]a]', 0), ('[a\\-z]', 0), ('É', re.I), ('ss', re.I), ('# comment\n l  ', re.X), ('(?x) l [ ] ', 0), ('l{2}', 0), ('l{1,}?', 0), ('(?:He|W)(l|o)', 0), ('(l)(?(1)l|x)', 0)):
    print(p, re.findall(p, t, f)[:6])
print(re.split(r'(\s)', 'a b c', 1), re.split('x', ''), re.split('', 'ab'), re.escape('a.b*c[é] -'), re.fullmatch('a|ab', 'ab'), re.search('b', 'abc', 0).span())
print(re.compile('a', re.I | re.M), re.I | re.S, repr(re.compile(b'x')), re.compile('a').flags, re.compile('(?i)a').flags, re.compile(b'a').flags)
p = re.compile('b')
print(p.search('abcb', 2), p.match('ab', 1), p.findall('bbb', 1, 2), list(x.start() for x in p.finditer('abab')), p == re.compile('b'), p.pattern, p.fullmatch('xbx', 1, 2))
