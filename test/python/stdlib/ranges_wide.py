# Ranges of any size: items, slices, membership, comparison, reversal, lengths.
big = 10**30
r = range(big, big + 10, 3)
print(r, list(r), r[1], r[-1], r[1:3], big + 3 in r, big + 4 in r, r.index(big + 6), r.count(big), len(r), bool(r), r == range(big, big + 12, 3), list(reversed(r)), r.start, r.stop, r.step)
print(range(-big, big)[big], range(0, big, big // 2)[1] == big // 2, len(range(0, big, big // 3)), range(big, 0, -big)[0] == big, list(range(2**63 - 2, 2**63 + 2)))
for bad in (lambda: len(range(big)), lambda: r[9], lambda: r.index(5), lambda: range(1.5), lambda: range(1, 2, 0), lambda: r['a'], lambda: range(big)[::0]):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
it = iter(r); next(it); print(list(it), type(iter(r)).__name__, sum(range(big, big + 3)), max(range(big, big + 5)), 5.0 in range(10), 'a' in range(3), range(3)[True])
for i, x in enumerate(range(2**62, 2**62 + 3)): print(i, x - 2**62)
print(range(10)[2:8:2], range(10)[::-1], range(5, 0, -2)[-1], range(0, 10, 3)[1:], hash(range(big)) == hash(range(big)), range(0) == range(2, 1), {range(3): 1}[range(0, 3, 1)])
