# The generator's sequences for seeds: every method.
import random
r = random.Random(42)
print(r.random(), r.randint(1, 100), r.randrange(0, 100, 7), r.uniform(1, 2), r.choice('abc'), r.choices([1, 2, 3], k=5), r.choices('ab', weights=[1, 9], k=6), r.sample(range(100), 5), r.sample(['a', 'b', 'c'], counts=[1, 2, 3], k=4))
l = list(range(10)); r.shuffle(l); print(l, r.getrandbits(70), r.gauss(0, 1), r.normalvariate(0, 1), r.expovariate(2), r.betavariate(1, 2), r.gammavariate(2, 1), r.triangular(0, 1, .5), r.lognormvariate(0, 1), r.paretovariate(3), r.weibullvariate(1, 2), r.vonmisesvariate(0, 1))
s = r.getstate(); a = r.random(); r.setstate(s); print(a == r.random(), r.randbytes(4).hex())
random.seed('text'); print(random.random()); random.seed(2.5); print(random.random()); random.seed(b'by'); print(random.random()); random.seed(-5); print(random.random()); random.seed(10**30); print(random.random())
for bad in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.sample([1], 2), lambda: random.randrange(0), lambda: random.choices([]), lambda: random.sample({1}, 1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
