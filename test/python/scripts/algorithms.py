# small programs on numbers: sieve, sorting, permutations, queens, memoised recursion, matrices, big factorials
def sieve(n):
    p = [True] * (n + 1); p[0] = p[1] = False
    for i in range(2, int(n ** 0.5) + 1):
        if p[i]: p[i * i::i] = [False] * len(p[i * i::i])
    return [i for i, v in enumerate(p) if v]
print(sieve(50))
def quick(a): return a if len(a) < 2 else quick([x for x in a[1:] if x < a[0]]) + [a[0]] + quick([x for x in a[1:] if x >= a[0]])
print(quick([3, 6, 1, 8, 2, 9, 2]))
def perms(a): return [[]] if not a else [[x] + p for i, x in enumerate(a) for p in perms(a[:i] + a[i + 1:])]
print(len(perms([1, 2, 3, 4])), perms('abc')[3])
def queens(n, rows=()):
    if len(rows) == n: return 1
    return sum(queens(n, rows + (c,)) for c in range(n) if all(c != q and abs(c - q) != len(rows) - r for r, q in enumerate(rows)))
print(queens(6))
from functools import lru_cache
@lru_cache(None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90), fib.cache_info().hits)
def matmul(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
print(matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]]))
f = 1
for i in range(1, 31): f *= i
print(f, f % 1000007, len(str(2 ** 500)))
def gcd(a, b):
    while b: a, b = b, a % b
    return a
print(gcd(48, 36), gcd(10**18, 6 * 10**17))
def bisect(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x: lo = mid + 1
        else: hi = mid
    return lo
print(bisect([1, 3, 5, 7], 4), [bisect(list(range(0, 100, 10)), v) for v in (0, 5, 95)])
def collatz(n):
    steps = 0
    while n != 1: n = n // 2 if n % 2 == 0 else 3 * n + 1; steps += 1
    return steps
print(max(range(1, 200), key=collatz), collatz(27))
def powerset(s): return [[x for i, x in enumerate(s) if m >> i & 1] for m in range(1 << len(s))]
print(powerset('abc'))
seed = 42
def rand():
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
    return seed >> 33
print([rand() % 100 for _ in range(8)])
pi = sum((-1) ** k / (2 * k + 1) for k in range(2000)) * 4; print(f'{pi:.6f}', round(pi, 3))
