# random: seeds, states, instances; every draw is CPython's.
import random

random.seed(1234)
print(random.random(), random.randint(1, 100), random.uniform(-1, 1), random.choice('abcdef'), random.randrange(0, 100, 7))
print(random.sample(range(1000), 6), random.choices([1, 2, 3], weights=[5, 1, 1], k=8), random.getrandbits(70))
items = list(range(10))
random.shuffle(items)
print(items, random.gauss(0, 1), random.normalvariate(2, 0.5), random.expovariate(3), random.betavariate(2, 3))
print(random.triangular(0, 10, 3), random.lognormvariate(0, 1), random.vonmisesvariate(0, 4), random.gammavariate(2, 1), random.paretovariate(3), random.weibullvariate(1, 2))
state = random.getstate()
a = [random.random() for _ in range(3)]
random.setstate(state)
print(a == [random.random() for _ in range(3)], state[0], len(state[1]), state[2])
for seed in (0, -5, 10**30, 'text', b'bytes', 2.5, None.__class__.__name__, bytearray(b'x')):
    r = random.Random(seed)
    print(repr(seed), r.random(), r.randrange(10**20), r.sample('abcdefgh', 3))
r = random.Random(7)
print(r.choices('xyz', k=5), r.choices('xyz', cum_weights=[1, 5, 10], k=5), r.sample([1, 2], counts=[3, 4], k=5), r.randbytes(6))
for call in (lambda: r.sample([1, 2], 3), lambda: r.choice([]), lambda: r.randrange(5, 5), lambda: r.randint(3, 1), lambda: r.sample({1, 2}, 1),
             lambda: r.choices([1], [1], cum_weights=[1]), lambda: r.choices([1, 2], [0, 0]), lambda: r.getrandbits(-1), lambda: random.seed([]),
             lambda: r.choices([1, 2], [1]), lambda: r.setstate((1, 2, 3)), lambda: r.shuffle((1, 2)), lambda: r.randrange(1.5), lambda: r.randrange(0, 10, 0)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


class Counting(random.Random):
    def random(self):
        return 0.25


c = Counting(3)
print(c.random(), c.uniform(0, 8), c.choice('abcd'), c.randrange(10))
print(random.Random(5).gauss(), random.Random(5).normalvariate())
