# The order of sets of numbers and of tuples of numbers is that of CPython's hash table, through every operation.
print({30, 1, 17, 9, 8, 100, 3})
print(set(range(20,0,-1)))
print({(1,2),(3,4),(0,0)}, hash((1,2)), hash((1.5,2)), hash(frozenset([1,2])))
print({1.5,2.5,3,-1}, hash(range(3)))
s={5,1}; s.add(100); s.add(3); s.discard(5); print(s, s|{64}, s-{1})
import random
r = random.Random(5)
for trial in range(60):
    a, b = set(), set()
    for i in range(r.randrange(0, 40)):
        k = r.choice([lambda: r.randrange(-20, 60), lambda: r.randrange(-2**70, 2**70), lambda: r.random()*100-50, lambda: (r.randrange(9), r.randrange(9)), lambda: frozenset([r.randrange(5)])])()
        (a if r.random() < .6 else b).add(k)
        if r.random() < .2: a.discard(k)
        if r.random() < .2 and b: print(b.pop())
    print(a, b, a | b, a & b, a - b, a ^ b, b - a, set(list(a)), a.copy(), {*a, *b}, frozenset(a).union(b), sep='\n')
    a.update(b); print(a); a -= b; print(a); a ^= {1, 2, 3, 4, 5}; print(a); a &= set(range(50)); print(a); a.difference_update([1,2], {5}); print(a)
    print(set(dict.fromkeys(range(r.randrange(30)))), set(range(r.randrange(300))) - a, len({x * 7 for x in range(99)}), {x * 7 for x in range(99)})
    print([hash(x) for x in a], hash(frozenset(a)), hash((tuple(a), 1.5)), hash(3.5+2j), hash(()), hash(frozenset()), {1.0, 1, True, 1j, 2+0j})
