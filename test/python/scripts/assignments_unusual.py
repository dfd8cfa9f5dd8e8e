# assignment targets: attributes of calls, slices with steps, nested unpacking into subscripts, chained targets
class O: pass
def get(): return o
o = O(); get().a = 1; get().l = [0] * 4; get().l[::2] = 'xy'; print(vars(o))
(o.b, [o.c, *o.d]), e = (1, 'pqr'), 5; print(o.b, o.c, o.d, e)
x = y = z = []; x += [1]; print(z); l = [1, 2, 3]; i = 1; i, l[i] = 2, 'set'; print(l, i)
d = {}; d['a'], d['b'] = d['c'] = 1, 2; print(d); a, (b, *c), *f = 1, (2, 3, 4), 5, 6; print(a, b, c, f)
for o.x, l[0] in [(1, 2), (3, 4)]: pass
print(o.x, l); n = 5; n -= n - 1; n **= 2 if n else 3; print(n); s = 'a'; s *= 3; s += 'b'; print(s); t = (1,); t += (2,); t *= 2; print(t)
q = {1}; r = q; q |= {2}; q ^= {1}; print(r, q is r); m = {'k': 1}; w = m; m |= {'j': 2}; print(w)
