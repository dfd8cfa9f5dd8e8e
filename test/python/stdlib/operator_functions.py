"""Proves operator's functions and their errors."""
import operator as o
print(o.add(1, 2), o.floordiv(7, 2), o.concat([1], [2]), o.contains('abc', 'b'), o.countOf([1, 1, 2], 1), o.indexOf('abc', 'c'), o.index(True), o.inv(5), o.is_(1, 1), o.mod(7, 4), o.neg(3), o.not_(0), o.pos(-1), o.truth([]), o.xor(5, 1), o.matmul.__name__, o.length_hint([1]))
l = [1]; print(o.iadd(l, [2]) is l, o.iconcat(l, [3]), o.setitem(l, 0, 9), o.getitem(l, 0), o.delitem(l, 0), l, o.ior({1}, {2}), o.call(max, 1, 2))
for f in (lambda: o.add(1), lambda: o.add(1, 'a'), lambda: o.index(1.0), lambda: o.indexOf([1], 5), lambda: o.concat(1, 2), lambda: o.concat([1], (2,)), lambda: o.contains(5, 1), lambda: o.getitem([], 0), lambda: o.length_hint(1), lambda: o.length_hint([], 'x'), lambda: o.neg('a'), lambda: o.pow(2), lambda: o.iconcat(1, [2])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
