# list: methods, slices, slice assignment and deletion
a = [3, 1, 2]
a.append(5); a.extend((7, 8)); a.insert(0, 'x'); a.insert(100, 'end'); a.insert(-1, 'pre')
print(a, a.pop(), a.pop(0), a.pop(-2), a, a.index(5), a.count(1))
a.remove(5); a.reverse(); print(a); a.clear(); print(a, a.copy())
b = list(range(10))
print(b[2:5], b[:3], b[-3:], b[::2], b[::-1], b[8:2:-2], b[5:2], b[100:], b[-100:3], b[1:8:3])
b[2:4] = ['a', 'b', 'c']; print(b)
b[::2] = [0] * len(b[::2]); print(b)
b[5:] = []; print(b)
b[1:1] = [9, 9]; print(b)
del b[0]; del b[-1]; del b[1:3]; print(b)
b = list(range(10)); del b[::3]; print(b); del b[::-2]; print(b)
b[:] = 'xyz'; print(b); b[0:2] = (i for i in range(3)); print(b)
print([1, 2] + [3], [0] * 3, 2 * [1, 2], [1] * 0, [1, 2] * -1, [] == [], [1, [2]] == [1, [2]], 1 in [1], [1, 2, 3].__contains__(4), list('abc'), list({1: 2}), list(range(3)))
c = [1]; c.append(c); print(c, [c])
print([1, 2, 3].index(2), [1, 2, 1].index(1, 1), [1, 2, 3].index(3, -1), list(reversed([1, 2])), [].__len__(), [5].__getitem__(0))
for f in (lambda: [].pop(), lambda: [1].pop(3), lambda: [].remove(1), lambda: [].index('x'), lambda: [1][1], lambda: [1]['a'], lambda: [1][1.0], lambda: [1] + (1,), lambda: [1] * 1.5, lambda: [].insert('a', 1), lambda: [1].index(1, 5), lambda: [1, 2].__setitem__(5, 1), lambda: [1][::0], lambda: list(5), lambda: [1, 2].__setitem__(slice(0, 2, 2), [1, 2]), lambda: hash([]), lambda: [1].__setitem__(slice(0, 1), 5), lambda: [1].__delitem__(3), lambda: [].extend(5)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
