# re: matching, groups, findall, finditer, split, sub, flags, lookaround, backreferences, conditionals, possessive.
import re

def show(p, s, f=0):
    m = re.search(p, s, f)
    print(repr(p), repr(s), None if m is None else (m.span(), m.group(), m.groups()))

for p, s in [('a', 'cat'), ('a*', 'aaa'), ('(a)(b)?', 'ac'), ('a+?b', 'aaab'), (r'\d+', 'ab12cd'), (r'(\w+) (\w+)', 'hello world'), (r'^abc$', 'abc\n'),
             (r'abc\Z', 'abc\n'), (r'(?:ab)+', 'ababx'), (r'(a|b)*', 'abba'), (r'[^a-c]+', 'abcxyz'), (r'[]a]+', ']a]'), (r'[a\-z]+', 'a-z'), (r'[\w.]+', 'a.b c'), (r'(?P<x>a)(?P=x)', 'aa'),
             (r'(a)\1', 'aa'), (r'(?=ab)a', 'ab'), (r'(?!ab)a', 'abac'), (r'(?<=b)a', 'ba'), (r'(?<!b)a', 'ba'), (r'(a)?(?(1)b|c)', 'ab'), (r'(a)?(?(1)b|c)', 'c'), (r'(?i)AbC', 'aBc'), (r'(?i:A)b', 'ab'),
             (r'\bfoo\b', 'a foo b'), (r'\Bo', 'foo'), (r'a{2,3}', 'aaaa'), (r'a{2}', 'aaaa'), (r'a{,2}', 'aaaa'), (r'a{2,}?', 'aaaa'), (r'x{a}', 'x{a}'), (r'(?s:.)+', 'a\nb'), (r'.+', 'a\nb'), (r'\x41\u0042', 'AB'),
             (r'a++b', 'aab'), (r'a++a', 'aaa'), (r'(?>a*)a', 'aaa'), (r'((a)|b)+', 'ab'), (r'(a*)*', 'aa'), (r'(a*)+', 'b'), (r'(?:a?){3}', 'aa'), (r'(?:(a)|b)*', 'ab'), (r'\.', 'a.b'), (r'\[', 'a[b'), (r'(\()', '('), (r'', 'abc'), (r'é', 'caf\u00e9'),
             (r'\s+', 'a \t\nb'), (r'\S+', ' ab '), (r'(?x) a  b # comment', 'ab'), (r'[\d\s]+', 'a1 2b'), (r'(?:x|(y))z', 'yz'), (r'\101', 'A'), (r'[\101-\103]+', 'ABCD'), (r'(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)\10', 'abcdefghijj'), (r'(a+)+$', 'aaaaaaaaaaaaaaaaab'[:17])]:
    show(p, s)
print(re.findall(r'a|b', 'xaybz'), re.findall(r'(\w)(\d)', 'a1b2'), re.findall(r'(\w)\d', 'a1b2'), re.findall('', 'ab'), re.findall(r'\b', 'ab c'), re.findall('a*', 'baac'))
print([m.span() for m in re.finditer(r'\w+', 'ab cd')], re.split(r'[,;]\s*', 'a, b;c'), re.split(r'(,)', 'a,b'), re.split(r',', 'a,b,c', 1), re.split(r'x*', 'axbc'), re.split(r'\b', 'ab cd'))
print(re.sub(r'a', 'b', 'banana'), re.sub(r'a', 'b', 'banana', 2), re.sub(r'(\w+) (\w+)', r'\2 \1', 'hello world'), re.sub(r'(?P<n>\d)', r'<\g<n>>', 'a1b2'), re.sub(r'\d', lambda m: str(int(m[0]) * 2), 'a1b2'), re.sub('x*', '-', 'abxd'), re.subn('a', 'b', 'aab'))
print(re.sub(r'(a)(b)?', r'[\1\2]', 'abac'), re.sub('a', r'\n', 'bab') == 'b\nb', re.sub('a', r'\\', 'bab'), re.sub(r'(.)', r'\g<0>\g<1>', 'ab'), re.sub('', '-', 'abc'))
m = re.match(r'(?P<first>\w+) (?P<second>\w+)(?P<opt>x)?', 'Hello World')
print(m, m.groupdict(), m.groups('d'), m['first'], m[2], m.start('second'), m.end(), m.span(1), m.lastindex, m.lastgroup, m.re.groups, dict(m.re.groupindex), m.string, m.pos, m.endpos, m.expand(r'\2-\1'), m.group(1, 2), m.regs)
print(re.match('b', 'ab'), re.fullmatch('a|ab', 'ab'), re.fullmatch('a', 'ab'), re.compile('b').match('ab', 1), re.compile('^b').search('ab', 1), re.compile('a$').search('aab', 0, 2))
print(re.findall('^a', 'a\na', re.M), re.findall('a$', 'a\na', re.M), re.findall('A', 'aA', re.I), re.findall('a.b', 'a\nb', re.S), re.findall(r'\w', 'é', re.A), re.findall(r'\w', 'é'), re.search('a b', 'ab', re.X))
print(re.escape('a.b*c[d]-e f'), re.compile('a', re.I | re.M), re.compile(b'a\\d').findall(b'a1a2'), re.I, re.I | re.M, repr(re.compile('x').flags), re.compile('(?i)x').flags)
for p in ('(', ')', '[', '*a', 'a**', 'a{3,2}', r'\q', '(?P<1a>x)', '(?P<a>x)(?P<a>y)', r'\2', '(?<=a*)b', '(?z)', '[z-a]', '(?P=x)', 'a\\', '(?(1)a|b|c)', '(?:a', 'x(?i)', '(?P<n', '[a-\\d]', '(?'):
    try:
        re.compile(p)
        print(repr(p), 'compiles')
    except re.error as e:
        print(repr(p), e, e.pos, e.msg)
for bad in (lambda: re.sub('a', r'\2', 'a'), lambda: re.sub('a', r'\g<x>', 'a'), lambda: re.match('a', 3), lambda: re.match(b'a', 'a'), lambda: re.match('a', b'a'), lambda: m.group('zz'), lambda: m.group(9), lambda: re.compile(m.re, re.I), lambda: re.sub('a', r'\q', 'a')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(re.compile('a') == re.compile('a'), re.compile('a') is re.compile('a'), isinstance(m, re.Match), isinstance(re.compile('a'), re.Pattern))
snake = lambda name: re.sub(r'(?<!^)(?=[A-Z])', '_', name).lower()
print(snake('MyModuleName'), re.sub('([a-z0-9])([A-Z])', r'\1_\2', 'camelCaseHTTP'))
print(re.match(r'layer(\d+)\.(\d+)\.(.+)', 'layer1.0.conv1.weight').groups(), bool(re.match(r'^blocks\.(\d+)', 'blocks.11.attn')))
print(re.sub(r'\s+', ' ', '  many   spaces\t\nhere '), re.split(r'\s*\|\s*', 'a | b|c'), re.findall(r'[A-Z][a-z]*', 'GlobalAvgPool'), re.sub(r'(?m)^', '> ', 'a\nb'))
print(re.search('😀+', 'ab😀😀c').span(), re.findall('.', 'a😀b'), re.sub('[😀]', 'x', 'a😀'))
