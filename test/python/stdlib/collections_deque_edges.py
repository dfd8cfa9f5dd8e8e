"""Proves deque: maxlen, rotation, indexing, mutation errors."""
from collections import deque
d = deque([1, 2, 3], maxlen=3)
d.append(4); d.appendleft(0)
print(d, d.maxlen, d[0], d[-1], len(d), 2 in d, d.count(2), d.index(2))
d.rotate(1); print(d); d.rotate(-5); print(d)
d.extend('ab'); d.extendleft('cd'); print(d)
e = deque('abc')
e.insert(1, 'x'); e.remove('c'); e.reverse(); print(e, e.copy() == e, e + deque([1]), e * 2, deque([1]) < deque([2]))
del e[0]; e[0] = 'z'; print(e, list(reversed(e)))
for f in (lambda: deque().pop(), lambda: deque().popleft(), lambda: deque()[0], lambda: deque([1]).remove(5), lambda: deque(5), lambda: deque([], -1), lambda: d.insert(0, 1), lambda: deque([1]).index(2), lambda: deque([1]) + [1]):
    try: print(f())
    except Exception as ex: print(type(ex).__name__, ex)
try:
    for x in e: e.append(x)
except RuntimeError as ex: print(ex)
r = deque(); r.append(r); print(r, deque([1], 2).__reduce__()[1])
