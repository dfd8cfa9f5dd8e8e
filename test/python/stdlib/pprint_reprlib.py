"""Proves pprint and reprlib on nested data."""
import pprint
import reprlib
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass, field

data = {'b': list(range(30)), 'a': {'x': 'y' * 60, 'z': ('t', {'deep': [1, 2, {'deeper': (1,)}]})}, 3: None, 'set': {1, 2, 3}}
pprint.pprint(data)
pprint.pprint(data, width=40, depth=2)
pprint.pprint([1, 2, 3]), pprint.pprint('word ' * 30), pprint.pprint(['word ' * 30], width=50)
print(pprint.pformat({'z': 1, 'a': 2}, sort_dicts=False), pprint.pformat(list(range(40)), compact=True), pprint.isreadable([1]), pprint.isrecursive([]))
pprint.pp({'z': 1, 'a': [OrderedDict(x=1), defaultdict(int, a=1), deque([1], maxlen=3)]})


@dataclass
class Point:
    x: int
    name: str
    tags: list = field(default_factory=list)


pprint.pprint(Point(1, 'a' * 30, ['b' * 30, 'c' * 30]))
pprint.pprint(Point(1, 'a'))
loop = [1]
loop.append(loop)
text = pprint.pformat(loop)
print(text[:20], text.startswith('[1, <Recursion on list with id='))
pprint.pprint({'indent': [1, {'a': 'b' * 70}]}, indent=4)
pprint.pprint(((1, 2), ('a' * 50, 'b' * 50)))
pprint.pprint(100000000, underscore_numbers=True)
print(reprlib.repr(list(range(100))), reprlib.repr('x' * 100), reprlib.repr({i: i for i in range(10)}), reprlib.repr((1, [2, [3, [4, [5, [6, [7, [8]]]]]]])), reprlib.repr(10**60),
      reprlib.repr({1, 2, 3}))


class Loop:
    def __init__(self):
        self.me = self

    @reprlib.recursive_repr()
    def __repr__(self):
        return f'Loop({self.me!r})'


print(Loop())
r = reprlib.Repr()
r.maxlist = 2
r.maxstring = 10
print(r.repr([1, 2, 3, 'a' * 20]))
