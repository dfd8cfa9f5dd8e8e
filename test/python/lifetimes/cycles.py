"""Cycles, gc.collect(), weak references, resurrection."""
import gc
import weakref

gc.disable()


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)


class Plain:
    def __init__(self, name):
        self.name = name


print('self reference')
t = T('self')
t.me = t
t = None
print('  forgotten')
gc.collect()
print('pair')
a, b = T('a'), T('b')
a.other, b.other = b, a
a = b = None
print('  forgotten')
gc.collect()
print('held by a cycle')
p = Plain('p')
p.me = p
p.held = T('held')
p = None
print('  forgotten')
gc.collect()
print('list')
l = [T('in list')]
l.append(l)
l = None
gc.collect()
print('closure')


def make():
    t = T('in closure')

    def recursive(n):
        return t and recursive

    return recursive


f = make()
f = None
print('  forgotten')
gc.collect()
print('method in the instance')
m = T('own method')
m.callback = m.__init__
m = None
gc.collect()
print('class')


def scope():
    class Local:
        thing = T('class attribute')

        def method(self):
            return __class__

    return Local()


scope()
print('  forgotten')
gc.collect()
print('finalize')
p = Plain('final')
weakref.finalize(p, print, '  finalized', 1)
weakref.finalize(p, print, '  finalized', 2)
p = None
print('  forgotten')
print('finalize in a cycle')
p = Plain('final')
p.me = p
weakref.finalize(p, print, '  finalized')
p = None
print('  forgotten')
gc.collect()
print('callbacks')
p = Plain('p')
r1 = weakref.ref(p, lambda r: print('  callback 1', r() is None, r is r1))
r2 = weakref.ref(p, lambda r: print('  callback 2'))
r3 = weakref.ref(p)
print(' ', r1() is p, r2() is p, r3() is p)
p = None
print(' ', r1(), r2(), r3())
print('callback of a dead reference')
p = Plain('p')
r = weakref.ref(p, lambda r: print('  never'))
r = None
p = None
print('finalizer and callback')
t = T('both')
r = weakref.ref(t, lambda r: print('  callback'))
t = None
print('resurrection')
saved = []


class Back:
    def __del__(self):
        print('  __del__')
        saved.append(self)


b = Back()
b = None
print('  saved', len(saved))
saved.clear()
print('  cleared')
print('WeakValueDictionary')
d = weakref.WeakValueDictionary()
p = Plain('p')
d['p'] = p
print(' ', len(d), 'p' in d)
p = None
print(' ', len(d), 'p' in d, d.get('p'))
print('WeakKeyDictionary')
d = weakref.WeakKeyDictionary()
p = Plain('p')
d[p] = T('value')
p = None
print('  key gone', len(d))
print('WeakSet')
s = weakref.WeakSet()
p = Plain('p')
s.add(p)
print(' ', len(s), p in s)
del p
print(' ', len(s))
print('WeakMethod')


class M:
    def m(self):
        return 1


o = M()
w = weakref.WeakMethod(o.m)
print(' ', w()())
o = None
print(' ', w())
print('order of a chain')
head = None
for i in range(5):
    node = T(i)
    node.next = head
    head = node
node = None
print('  built')
head = None
print('tree')
root = T('root')
root.left = T('left')
root.right = T('right')
root.left.left = T('left left')
root.left.right = T('left right')
root = None
print('finalizer that makes objects')


class Maker:
    def __del__(self):
        print('  making')
        T('made in __del__')
        print('  made')


Maker()
print('finalizer that raises is told on stderr and forgotten')
print('attribute replaced by itself')
t = T('same')
x = Plain('x')
x.t = t
x.t = t
t = None
x.t = x.t
print('  still')
x = None
print('detach')
p = Plain('p')
fin = weakref.finalize(p, print, 'never')
print(' ', fin.alive, fin.detach() is not None, fin.alive)
p = None
print('at exit')
last = T('global at exit')
kept = Plain('kept')
kept.me = kept
kept.held = T('held at exit')
weakref.finalize(kept, print, '  finalize at exit')
print('end')
