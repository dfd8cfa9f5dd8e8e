"""Proves iteration by __iter__, __getitem__, iter(callable, sentinel) and their errors."""
class Old:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
class NoNext:
    def __iter__(self): return 5
class Self:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(Old()), 20 in Old(), max(Old()), [*Old()], list(Self()), list(zip(Self(), Old())))
it = iter([1, 2, 3].pop, 1)
print(list(it))
for v in (NoNext(), 5, None, object, Old):
    try: iter(v)
    except TypeError as e: print(e)
try:
    for i in NoNext(): pass
except TypeError as e: print(e)
l = [1, 2, 3]
for i in l:
    if i == 1: l.append(9)
print(l)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
s = {1, 2}
try:
    for k in s: s.add(k + 10)
except RuntimeError as e: print(e)
i = iter([1]); next(i)
try: next(i)
except StopIteration as e: print(repr(e), next(i, 'default'))
print(list(reversed([1, 2])), list(reversed(range(3))), list(reversed({'a': 1})))
try: reversed({1})
except TypeError as e: print(e)
