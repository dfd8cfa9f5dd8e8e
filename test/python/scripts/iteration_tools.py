# enumerate, zip, map, filter, reversed, iter with a sentinel, next
print(list(enumerate('ab')), list(enumerate('ab', 5)), list(enumerate([], start=3)), list(zip('ab', [1, 2, 3])), list(zip()), list(zip([1], [2], [3])), list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [10, 20, 30])), list(filter(None, [0, 1, '', 'a'])), list(filter(lambda x: x > 1, [1, 2, 3])), list(reversed('abc')), list(reversed((1, 2))), list(reversed(range(3))))
for n in (1, 2, 3):
    try:
        print(list(zip([1, 2], range(n), strict=True)))
    except ValueError as e:
        print(e)
try:
    list(zip([1, 2], [1, 2], [1], strict=True))
except ValueError as e:
    print(e)
n = [0]
def f():
    n[0] += 1
    return n[0]
print(list(iter(f, 4)), next(iter([]), 'default'), next(iter([5])))
it = iter([1, 2])
print(next(it), next(it), next(it, None), it.__length_hint__())
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
    def __len__(self): return 3
print(list(Seq()), list(reversed(Seq())), 20 in Seq(), 5 in Seq(), [*Seq()])
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), sum(It()), [x for x in It()], tuple(It()), max(It()), 2 in It(), dict(zip(It(), 'abc')))
class Bad:
    def __iter__(self): return 5
class NoIter:
    __iter__ = None
for f in (lambda: next(5), lambda: next(iter([])), lambda: iter(5), lambda: list(Bad()), lambda: list(NoIter()), lambda: iter(5, 6), lambda: map(str), lambda: filter(None), lambda: enumerate(5), lambda: zip(5), lambda: reversed({1}), lambda: reversed(5), lambda: list(map(5, [1])), lambda: enumerate([], 'a')):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
m = map(lambda x: x * 2, [1, 2, 3]); print(next(m), list(m), list(m), iter(m) is m, type(m).__name__, type(zip()).__name__, type(enumerate([])).__name__)
