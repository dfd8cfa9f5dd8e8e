"""Proves del of names, items, slices, attributes and lists of targets."""
x = y = 1
del x, y
try: x
except NameError as e: print(e)
l = list(range(10))
del l[0], l[-1]
del l[1:3]
del l[::2]
print(l)
d = {'a': 1, 'b': 2}
del d['a']
for src in ("del d['zz']", 'del l[99]', 'del l["x"]', 'del "abc"[0]', 'del (1,)[0]', 'del d.items', 'del nothing', 'del l[5:2:-1]', 'del 1', 'del f()', 'del (a, b', 'del None'):
    try: exec(src)
    except SyntaxError as e: print(src, '->', e.msg)
    except Exception as e: print(src, '->', type(e).__name__, e)
class A: pass
a = A(); a.v = 1
del a.v
(m, [n]) = 1, [2]
del (m, [n])
print(d, vars(a))
