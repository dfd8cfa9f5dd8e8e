# text: parsing csv-like and config-like input, templates, wrapping, tables, justification
src = '''name, age , city
Ann,30, New York
Bob , 25,Paris
# comment

Cy,35,'''
rows = []
for line in src.splitlines():
    line = line.strip()
    if not line or line.startswith('#'): continue
    rows.append([c.strip() for c in line.split(',')])
head, *body = rows; recs = [dict(zip(head, r)) for r in body]; print(recs, sum(int(r['age']) for r in recs) / len(recs))
widths = [max(len(r[i]) for r in rows) for i in range(3)]
print('\n'.join(' | '.join(c.ljust(w) for c, w in zip(r, widths)).rstrip() for r in rows)); print('-+-'.join('-' * w for w in widths))
cfg = {}
for line in '[a]\nx = 1\ny=two words\n[b]\nflag'.split('\n'):
    if line.startswith('[') and line.endswith(']'): sec = cfg.setdefault(line[1:-1], {})
    elif '=' in line: k, _, v = line.partition('='); sec[k.strip()] = int(v) if v.strip().isdigit() else v.strip()
    else: sec[line] = True
print(cfg)
def wrap(t, n):
    lines, cur = [], ''
    for w in t.split():
        if cur and len(cur) + 1 + len(w) > n: lines.append(cur); cur = w
        else: cur = f'{cur} {w}'.strip()
    return lines + [cur]
for l in wrap('the quick brown fox jumps over the lazy dog again', 16): print(l.center(18, '.'), l.rjust(17) + '|', l[:3].zfill(5), l.title().swapcase())
print('{0:<10}{1:>6.2f}{2:^9}|'.format('item', 3.14159, 'mid'), 'a-b_c d'.replace('-', ' ').replace('_', ' ').split(), 'CamelCaseString'.join('[]'), ''.join('_' + c.lower() if c.isupper() else c for c in 'camelCaseString'), 'snake_case_here'.title().replace('_', ''), 'x=1;y=2'.split(';'), dict(p.split('=') for p in 'x=1;y=2'.split(';')), 'a1b22c'.translate(str.maketrans('', '', '0123456789')), ' '.join(reversed('one two three'.split())), 'abc'.encode().hex(), bytes.fromhex('616263').decode(), 'tabs\tand\nlines'.expandtabs(4).splitlines(), 'ab' < 'abc', 'mississippi'.count('ss'), 'mississippi'.rfind('ss'), 'mississippi'.replace('ss', 'SS', 1), '%s=%r' % ('k', 'v'), "it's".capitalize(), 'a,b;c'.replace(';', ',').split(','), 'line1\\nline2', r'\d+', 'é'.upper(), 'end'.endswith(('x', 'd')))
