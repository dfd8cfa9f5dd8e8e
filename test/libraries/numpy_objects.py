"""Arrays of objects take tuples, lists and dicts at a place as they are: the buffers of replayed transitions."""
import numpy as np
from collections import namedtuple

a = np.zeros(3, dtype=object)
print(a, a[0], type(a[0]))
a[0] = (1, 2)
a[1] = [3, 4, 5]
a[-1] = {'k': 1}
print(a[0], a[1], a[2], len(a))
b = np.empty((2, 2), dtype=object)
print(b[0, 0], b.shape)
b[0, 1] = 'x'
b[1, 0] = (np.zeros(2), 1)
print(b[0, 1], b[1, 0][0].shape, b[1][0][1])
a[0] = np.zeros(3)
print(type(a[0]), a[0].shape)
a[:] = [(1, 2), (3, 4), (5, 6)]
print(a[0], a[2][1], a.shape)
a[0:2] = (7, 8)
print(a[0], a[1], a[2])
a[1:] = None
print(list(a))

Step = namedtuple('Step', 'state action reward')


class Buffer:
    def __init__(self, capacity):
        self.data, self.at, self.n = np.zeros(capacity, dtype=object), 0, 0

    def add(self, step):
        self.data[self.at] = step
        self.at = (self.at + 1) % len(self.data)
        self.n = min(self.n + 1, len(self.data))


buffer = Buffer(4)
for i in range(6):
    buffer.add(Step(np.full((2, 2), i), i, float(i)))
states, actions, rewards = zip(*[buffer.data[i] for i in (0, 3, 1)])
print(np.stack(states).shape, actions, rewards, buffer.at, buffer.n)
picked = buffer.data[[2, 0]]
print(picked.dtype, [step.action for step in picked])
c = np.array([None, (1, 2), 'x'], dtype=object)
print(c.shape, c[1])
large = np.empty(100_000, dtype=object)
large[70_000] = Step('s', 1, 2.0)
print(large[70_000], large[3], len(large))
