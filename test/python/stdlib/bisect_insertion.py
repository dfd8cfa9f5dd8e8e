# Where things go in sorted lists, with keys and bounds.
import bisect
a = [1, 3, 3, 5]
print([bisect.bisect(a, x) for x in range(7)], [bisect.bisect_left(a, x) for x in range(7)], bisect.bisect_right(a, 3, 0, 2), bisect.bisect_left(a, 3, 2))
bisect.insort(a, 4); bisect.insort_left(a, 3); print(a)
words = ['fig', 'apple', 'banana']; bisect.insort(words, 'pear', key=len); print(words, bisect.bisect_left([('a', 1), ('b', 5)], 3, key=lambda t: t[1]))
for bad in (lambda: bisect.bisect([1], 2, -1), lambda: bisect.bisect([1, 'a'], 'b')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
grades = lambda s: 'FDCBA'[bisect.bisect([60, 70, 80, 90], s)]
print([grades(s) for s in (33, 99, 77, 70, 89, 90, 100)])
