"""Proves operator: each function, getters with several names, and how callers print."""
import operator as op

print(op.add(1, 2), op.sub(5, 3), op.mul('a', 3), op.truediv(7, 2), op.floordiv(-7, 2), op.mod(-7, 3), op.pow(2, 10), op.neg(3), op.pos(-3),
      op.abs(-4), op.inv(5), op.invert(0), op.lshift(1, 4), op.rshift(256, 2), op.and_(6, 3), op.or_(6, 3), op.xor(6, 3))
print(op.lt(1, 2), op.le(2, 2), op.eq('a', 'a'), op.ne(1, 1), op.ge(1, 2), op.gt(3, 2), op.not_([]), op.truth([0]), op.is_(None, None),
      op.is_not(1, None))
print(op.contains([1, 2], 2), op.countOf([1, 2, 1], 1), op.indexOf('abc', 'c'), op.concat([1], [2]), op.getitem({'a': 1}, 'a'),
      op.length_hint([1, 2, 3]), op.length_hint(iter(range(5))), op.index(True))
items = [1, 2, 3]
op.setitem(items, 0, 9)
op.delitem(items, 1)
print(items, op.iadd(items, [4]), items, op.iconcat([1], [2]), op.imul(3, 4), op.ior({1}, {2}), op.isub(5, 2), op.ixor(5, 1), op.iand(7, 3),
      op.ilshift(1, 3), op.ipow(2, 3), op.ifloordiv(7, 2), op.imod(7, 4), op.itruediv(1, 4), op.irshift(8, 1))


class Thing:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def method(self, *args, **kwargs):
        return args, kwargs

    def __matmul__(self, other):
        return 'matmul'


thing = Thing(a=Thing(b=Thing(c=3)), x=1)
print(op.attrgetter('x')(thing), op.attrgetter('a.b.c', 'x')(thing), op.itemgetter(1)('abc'), op.itemgetter(0, 2)('abc'),
      op.itemgetter(slice(1, None))('abc'), op.itemgetter('k')({'k': 5}))
print(op.methodcaller('method', 1, y=2)(thing), op.methodcaller('upper')('abc'), op.matmul(thing, 1))
print(op.attrgetter('a.b'), op.attrgetter('a', 'b'), op.itemgetter(1), op.itemgetter(1, 'a'), op.methodcaller('m', 1, k='v'))
print(sorted([(2, 'a'), (1, 'b')], key=op.itemgetter(0)), sorted([(2, 'a'), (1, 'b')], key=op.itemgetter(1)), op.call(len, 'abc'))
for call in [lambda: op.attrgetter('a.q')(thing), lambda: op.itemgetter(9)('abc'), lambda: op.attrgetter(1), lambda: op.attrgetter(),
             lambda: op.indexOf('ab', 'z'), lambda: op.add(1), lambda: op.index(1.5), lambda: op.concat(1, 2), lambda: op.methodcaller(),
             lambda: op.methodcaller(3), lambda: op.length_hint([], 'a'), lambda: op.length_hint(3, 7)]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(op.__add__ is op.add, op.__name__, op.add, [n for n in ('__lt__', '__and__', '__iadd__') if hasattr(op, n)])
