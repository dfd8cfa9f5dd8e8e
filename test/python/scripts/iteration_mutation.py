# iterating while the container changes
l = [1, 2, 3, 4]
for x in l:
    if x == 2: l.remove(x)
    print(x, end=' ')
print(l)
l = [1]
for x in l:
    if len(l) < 5: l.append(x + 1)
print(l)
l = [1, 2, 3]; it = iter(l); next(it); l.clear(); print(list(it)); l.append(9); print(list(it))
d = {'a': 1, 'b': 2}
for k in list(d): d[k + k] = d.pop(k)
print(d)
for k in d: d[k] = 0
print(d)
try:
    for v in d.values(): d['new' + str(len(d))] = v
except RuntimeError as e:
    print(e)
l = [3, 1, 2]
for i, x in enumerate(l): l[i] = x * 10
print(l, [l.pop() for _ in range(2)], l)
l = list(range(5)); l[1:3] = l[::-1]; print(l); l[:] = l + l; print(len(l)); l.extend(l); print(len(l)); l += l[:1]; print(len(l)); m = l; l = l + [1]; print(len(m), len(l))
s = [[0] * 2] * 2; s[0][0] = 1; print(s); s = [[0] * 2 for _ in range(2)]; s[0][0] = 1; print(s)
