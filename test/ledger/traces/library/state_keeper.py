"""A library that outlives the runs of a machine."""
import functools

counter = 0
names = ['first']
registry = {}
removable = 1
nested = {'a': {'b': [1]}}
group = {1, 2, 3}
total = 0
calls = []


class Config:
    value = 'default'

    def method(self):
        return 'method'


instance = Config()


def add(n):
    global total
    total += n


@functools.lru_cache(maxsize=None)
def cached(n):
    calls.append(n)
    return n * n
