"""Proves orderedDict: order-sensitive equality, move_to_end, popitem."""
from collections import OrderedDict
o = OrderedDict(a=1, b=2, c=3)
o.move_to_end('a'); print(o); o.move_to_end('c', last=False); print(list(o))
print(o.popitem(), o.popitem(last=False), o)
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1), list(reversed(OrderedDict(x=1, y=2))))
print(OrderedDict(a=1) | {'b': 2}, OrderedDict.fromkeys('ab', 0), o.setdefault('n', 5), o.pop('zz', 'd'))
for f in (lambda: OrderedDict().popitem(), lambda: o.move_to_end('zz'), lambda: o.pop('zz')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
o = OrderedDict(a=1, b=2)
o.attr = 1; print(vars(o), o.copy())
r = OrderedDict(); r['r'] = r; print(r)
