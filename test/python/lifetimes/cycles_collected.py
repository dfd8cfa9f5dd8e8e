"""Cycles wait for gc.collect(): order, finalizers, resurrection, what is reachable, generations' counts."""
import gc
import weakref


class A:
    def __init__(self, name):
        self.name = name
        weakref.finalize(self, print, 'death of', name)


class D(A):
    def __del__(self):
        print('__del__ of', self.name)


print('-- a pair')
a, b = A('a'), A('b')
a.other, b.other = b, a
del a, b
print('deleted')
print(gc.collect() > 0)
print('-- with __del__')
a, b = D('da'), D('db')
a.other, b.other = b, a
del a, b
gc.collect()
print('-- hanging on a cycle')
a = A('hub')
a.self = a
a.leaf = A('leaf')
a.items = [A('item 1'), A('item 2')]
del a
print('deleted')
gc.collect()
print('-- list and dict that hold themselves')
x = [A('in list')]
x.append(x)
y = {'k': A('in dict')}
y['me'] = y
del x, y
print('deleted')
gc.collect()
print('-- resurrected')
saved = []


class R(A):
    def __del__(self):
        print('saving', self.name)
        saved.append(self)


r = R('r')
del r
print(len(saved), saved[0].name)
saved.clear()
print('cleared')
print('-- reachable from outside stays')
a, b = A('stays'), A('stays too')
a.other, b.other = b, a
keep = a
del a, b
gc.collect()
print('kept', keep.other.name)
keep.other = None
print('broken')
del keep
print('-- weak reference in a cycle')
a = A('weak')
a.me = a
w = weakref.ref(a, lambda r: print('callback'))
del a
gc.collect()
print(w())
print('-- disabled')
gc.disable()
print(gc.isenabled())
gc.enable()
print('-- bound method and instance')
a = A('method')
a.m = a.__init__
del a
print('deleted')
gc.collect()
print('-- class cycles')


def make():
    class C:
        held = A('held by class')
    return C


make()
print('made')
gc.collect()
print('end')
