"""Proves groups: named, optional, nested, spans, expand."""
import re
m = re.match(r'(?P<y>\d+)-(?P<m>\d+)(-(\d+))?', '2020-05')
print(m, m.group(), m.group(1, 'm'), m.groups(), m.groups('x'), m.groupdict(), m['y'], m.span('m'), m.start(3), m.end(4), m.lastindex, m.lastgroup, m.re.groups, m.re.groupindex, m.string, m.pos, m.endpos, m.regs)
print(m.expand(r'\g<y>/\2\n[\4]'), re.sub(r'(a)(b)?', r'[\1|\2]', 'ab a'), re.sub('x*', '-', 'abxd'), re.subn('a', 'b', 'aaa', 2), re.sub('(.)', lambda k: k[1].upper() + '.', 'abc'))
for f in (lambda: m.group(9), lambda: m['zz'], lambda: m.expand(r'\9'), lambda: re.sub('a', r'\2', 'a'), lambda: re.sub('a', r'\g<x>', 'a'), lambda: re.sub('a', r'\g<', 'a'), lambda: re.sub('a', r'\q', 'a'), lambda: m.span('q'), lambda: re.match(5, 'a'), lambda: re.match('a', 5), lambda: re.match('a', b'a'), lambda: re.match(b'a', 'a')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
