# bool: truth of every kind of value, bool as int
for v in (0, 1, -1, 0.0, 0.1, '', 'a', [], [0], (), (0,), {}, {1: 2}, set(), {1}, None, ..., range(0), range(3), b'', b'a', 0j, frozenset(), object):
    print(bool(v), not v)
class A:
    def __bool__(self): return False
class B:
    def __len__(self): return 0
class C:
    def __bool__(self): return 1
class D:
    def __len__(self): return -1
print(bool(A()), bool(B()), bool(object()))
for c in (C, D):
    try:
        bool(c())
    except Exception as e:
        print(type(e).__name__, e)
print(True + 1, isinstance(True, int), int(True), str(True), repr(False), True == 1, True is True, [10, 20][True], f'{True}', f'{True:d}', '%d' % True, sum([True, True, False]))
print(bool.__mro__, True.real, True.bit_length(), True.__and__(False), True.__and__(3), type(True & 1), type(True & True))
