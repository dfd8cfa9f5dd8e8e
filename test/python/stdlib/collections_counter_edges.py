"""Proves counter arithmetic, missing keys, order, errors."""
from collections import Counter
c = Counter('abracadabra')
print(c, c.most_common(2), c['zz'], c.total(), list(c.elements())[:5])
d = Counter(a=1, b=-2, z=0)
print(c + d, c - d, c & d, c | d, +d, -d, c == Counter(c), d <= c, c > d)
c.subtract('aab'); c.update({'q': 3}); print(c)
del c['nothing']; print(c.pop('q'), 'q' in c)
print(Counter([1, 1.0, True]), Counter(None), Counter({'x': 'y'}), Counter(a=1).copy())
for f in (lambda: Counter(1), lambda: Counter([], []), lambda: Counter.fromkeys('ab'), lambda: Counter([[]]), lambda: Counter('a') + 5, lambda: Counter({'a': 'x'}).most_common(), lambda: Counter(a='x') + Counter(a=1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
c = Counter(b=1, a=1); c += Counter(a=2); print(c); c &= Counter(a=1); print(c); c |= Counter(x=5); print(c); c -= Counter(x=2); print(c)
