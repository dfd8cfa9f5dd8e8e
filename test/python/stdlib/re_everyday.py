# Regular expressions as scripts use them: groups, substitution, splitting, flags, lookaround, errors.
import re
log = 'epoch 3: loss=0.125 acc=87.5%\nepoch 4: loss=1e-3 acc=9%'
print(re.findall(r'(\w+)=([\d.e-]+)', log), re.findall(r'^epoch (\d+)', log, re.M), [m.span() for m in re.finditer(r'\d+', log)][:4])
m = re.search(r'(?P<name>\w+)=(?P<value>[\d.]+)(?P<none>x)?', log)
print(m.group(), m['name'], m.groupdict(), m.groups('-'), m.lastgroup, m.lastindex, m.expand(r'\g<name>:\2'), m.start('value'), m.re.groupindex, bool(m))
print(re.sub(r'(\d+)', lambda m: str(int(m[1]) * 2), 'a1b22'), re.sub(r'(?P<x>a)(b)?', r'[\g<x>\2]', 'abaa'), re.subn('a', 'b', 'aaa', count=2), re.sub('x*', '-', 'abxd'), re.sub(r'\b', '|', 'ab cd'))
print(re.split(r'[,;]\s*', 'a, b;c'), re.split(r'(-)', 'a-b-c', maxsplit=1), re.split('x*', 'axbc'), re.split(r'\s', ' a b '))
print(re.match(r'layer(\d+)\.(weight|bias)$', 'layer12.weight').groups(), re.fullmatch(r'a|ab', 'ab'), re.match('a', 'ba'), re.match('', ''))
print(re.findall(r'(?<=\$)\d+(?!\d|%)', '$10 $20% $3'), re.findall(r'(?i)straße|É', 'STRASSE é'), re.findall(r'(?s).', 'a\n'), re.findall(r'(?x) a  b # comment', 'ab'))
print(re.findall(r'(a)(b)?', 'aab'), re.findall(r'a{2,3}?', 'aaaaa'), re.findall(r'(?:ab)+', 'ababab'), re.findall(r'a*+b', 'aaab'), re.findall(r'(?>a+)b', 'aab'), re.findall(r'(\w)\1', 'aabbcd'))
print(re.escape('a.b*c[d]'), re.compile('a(b)', re.I | re.M), re.compile('x').flags, re.compile(r'(?a)\w').findall('é1'), re.compile(b'x+').findall(b'axx'))
p = re.compile(r'(\d+)-(\d+)')
print(p.pattern, p.groups, p.search('1-2 3-4', 2), p.match('x1-2', 1).span(), p.fullmatch('1-2x', 0, 3).group(0), [g for g in p.sub(r'\2-\1', '1-2 3-4').split()])
for bad in ('(', ')', '[', 'a**', '*a', '(?P<1>a)', '(?P=x)', r'\1', '(?<=a+)b', '(?z)', 'a{3,2}', '[z-a]', '(?P<n>a)(?P<n>b)', '\\'):
    try: re.compile(bad); print('ok', bad)
    except re.error as e: print(bad, '->', e, e.pos, e.msg)
for bad in (lambda: re.sub('a', r'\2', 'a'), lambda: re.sub(b'a', 'b', b'a'), lambda: m.group(9), lambda: m['zz'], lambda: re.match(1, 'a')):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
print(re.sub('(?m)^', '> ', 'a\nb'), re.sub(r'(.)', r'\g<0>\g<1>', 'xy'), re.findall(r'[^\W\d_]+', 'ab1_é'), re.findall(r'\N{BULLET}|[\u2013]', '•–'), re.sub(r'\n', '', 'a\nb'), repr(re.sub('a', r'\n\t\\', 'a')))
