# and, or, not, conditional expressions, short circuits, chained assignments
def t(v, n): print('eval', n, end='; '); return v
print(t(0, 1) and t(1, 2), t(1, 3) and t('x', 4), t('', 5) or t([], 6), t(5, 7) or t(1, 8), not t(0, 9))
print(t(1, 'a') if t(0, 'b') else t(2, 'c'), 1 if [] else 2 if {} else 3, (lambda: 5 if True else 6)())
print(None or 'default', 0 or None, [] and 1, 'a' and 'b' and 'c', not not 'x', not None is None, 1 and 0 or 2, True or False and False)
print(1 < 2 and 2 < 3, t(1, 'x') < t(2, 'y') < t(0, 'z') < t(5, 'never'), 3 == 3.0 != 4, 'a' < 'b' > 'a', 1 in [1] == True)
x = y = []; x.append(1); print(y, x is y, x == [1], x is not None, 5 is not None)
assert (x and y) is y
i = 0
while i < 10:
    i += 1
    if i % 2: continue
    if i > 6: break
else:
    print('no break')
print(i)
for n in range(2, 8):
    for d in range(2, n):
        if n % d == 0: break
    else:
        print(n, end=' ')
print()
while True:
    break
else:
    print('never')
for _ in []: pass
else: print('empty else')
