# natives as values: methods of builtins passed around, unbound calls, comparison and repr, wrong self
print(list(map(str.strip, [' a ', 'b '])), list(map(int.__add__, [1, 2], [3, 4])), str.join('-', 'abc'), list.append.__name__, dict.get({'a': 1}, 'a'), set.union({1}, {2}), tuple.count((1, 1), 1), float.__mul__(2.0, 3), object.__str__(5), list.__len__([1]), type.__call__(list, 'ab'), int.__call__ if False else '', str.__eq__('a', 'a'), bytes.hex(b'a'))
add = [1].append; add(2); print(add.__self__, add.__name__); up = 'abc'.upper; print(up(), up.__self__); l = []; [x for x in map(l.append, 'ab')]; print(l)
for f in (lambda: str.upper(5), lambda: list.append((), 1), lambda: int.__add__('a', 1), lambda: dict.get([], 1), lambda: str.join(), lambda: list.append(), lambda: float.hex(1), lambda: list.sort([3, 1], 5), lambda: set.add({1}), lambda: object.__setattr__(5, 'x', 1), lambda: type.__call__(5), lambda: str.__new__(int), lambda: object.__new__(list), lambda: tuple.__new__(list)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print([].append == [].append, [].append is [].append, str.upper is str.upper, len == len, hash(len) == hash(len), 'abc'.upper.__name__, [].sort.__qualname__, dict.fromkeys.__qualname__ if False else 'dict.fromkeys', sorted.__name__, print.__class__.__name__, isinstance(len, type(print)), type(str.upper).__name__, type(''.upper).__name__, callable(str.upper))
