# Iterators taken apart by __reduce__, copied in the middle, and their classes; ranges beyond 2**53.
import sys, copy, itertools, pickle
m = sys.maxsize
print(list(range(m-2, m+3)), len(range(m)), range(2**60, 2**70, 2**65)[1], range(2**70)[5:10:2], range(-2**70, 3)[-1])
print(2**53+1 in range(2**53, 2**53+10), 3.0 in range(2**70), 2**70-1 in range(2**70), range(2**53+2)[-1], list(reversed(range(2**54, 2**54+3))))
print(range(2**53, 2**53+5).index(2**53+3), hash(range(2**55)) == hash(range(2**55)), range(2**70)==range(2**70), repr(range(2**64)), iter(range(2**64)).__class__)
try: len(range(2**64))
except OverflowError as e: print(e)
for it in [iter([1,2,3]), iter((1,2,3)), iter('abc'), iter('é🙂b'), iter(b'abc'), iter(range(5)), iter({1:2,3:4}), iter({1:2,3:4}.items()), iter({7,8,9}), reversed([1,2,3]), enumerate('abc'), zip('abc', range(3)), map(str, [1,2,3]), filter(None, [0,1,2,3]), reversed('abc'), iter(lambda: 3, 3), itertools.chain('ab', 'cd'), itertools.count(3), itertools.count(1.5, .5), itertools.cycle('abc'), itertools.repeat(3, 2), itertools.accumulate([1,2,3]), itertools.islice(range(10), 2, 9, 2), itertools.takewhile(bool, [1,0]), itertools.dropwhile(bool, [1,0,1]), itertools.filterfalse(None,[0,1,0]), itertools.compress('abc',[1,0,1]), itertools.starmap(pow, [(2,3),(3,2)]), itertools.zip_longest('ab','c'), itertools.product('ab','cd'), itertools.permutations('abc',2), itertools.combinations('abc',2), itertools.combinations_with_replacement('ab',2)]:
    print(type(it).__name__, type(it).__module__, type(it).__qualname__)
    def tup(x): return [tuple(y) if hasattr(y, '__iter__') and not isinstance(y,str) else y for y in x]
    import re
    print(re.sub(r'0x\w+','',repr(it.__reduce__())))
    try: print('next', next(it))
    except StopIteration: print('end')
    print(re.sub(r'0x\w+','',repr(it.__reduce__())))
    c = copy.copy(it)
    d = copy.deepcopy(c)
    print(list(itertools.islice(d, 4)))
    list(itertools.islice(it, 100))
    print(re.sub(r'0x\w+','',repr(it.__reduce__())) if type(it).__name__ not in ('cycle','count') else '')
