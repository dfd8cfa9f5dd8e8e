# random: the same numbers as CPython for the same seeds, all distributions, shuffle, sample, choices, state.
import random

random.seed(0)
print([random.random() for _ in range(3)], [random.randint(1, 100) for _ in range(5)], random.getrandbits(70), random.getrandbits(5))
random.seed(42)
print(random.choice('abcdef'), random.choices([1, 2, 3], k=4), random.choices('ab', weights=[1, 9], k=5), random.sample(range(100), 5), random.sample(range(1000000), 3), random.uniform(1, 5), random.gauss(0, 1), random.gauss(0, 1))
l = list(range(10))
random.shuffle(l)
print(l, random.randrange(5), random.randrange(0, 100, 7), random.normalvariate(1, 2), random.expovariate(2), random.betavariate(1, 2), random.triangular(0, 1, 0.3), random.randbytes(4))
random.seed('hello')
print(random.random(), random.randint(0, 10**20))
random.seed(2**70 + 5)
print(random.random())
random.seed(-7)
a = random.random()
random.seed(7)
print(a == random.random())
random.seed(b'bytes')
print(random.random())
random.seed(1.5)
r = random.Random(123)
s = r.getstate()
x = [r.random() for _ in range(700)]
r.setstate(s)
print(x == [r.random() for _ in range(700)], x[-1], random.Random(123).random() == x[0])
r2 = random.Random(5)
print(r2.lognormvariate(0, 1), round(r2.gammavariate(2, 1), 9), round(r2.gammavariate(0.5, 1), 9), r2.vonmisesvariate(0, 1), r2.paretovariate(3), r2.weibullvariate(1, 2), r2.sample([1, 2, 3], 2, counts=[1, 2, 3]))
for bad in (lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.randint(5, 1), lambda: random.seed([]), lambda: random.sample({1, 2}, 1)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
