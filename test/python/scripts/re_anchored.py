# A pattern that begins where the text does is tried there alone: what is found is the same.
import re
for p in (r'^a', r'(^a)', r'(?:^a|\Ab)', r'^', r'^a|b', r'(?m)^a', r'(?=^)a', r'^*a', r'(?:^)?a', r'a^', r'(?>^a)', r'(?<!x)^a'):
    try: c = re.compile(p)
    except re.error as e: print(p, e); continue
    for s in ('abca', 'xa', 'x\na', '', 'ba'):
        print(p, repr(s), c.search(s), c.search(s, 1), c.findall(s), c.sub('-', s), c.split(s), [m.span() for m in c.finditer(s, 1)])
