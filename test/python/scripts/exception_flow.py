# exceptions crossing natives: keys, maps, iterators, properties, comparison, hash, formatting, finally in loops
class Boom(Exception): pass
def boom(*a, **k): raise Boom('boom')
class B:
    __eq__ = __lt__ = __hash__ = __len__ = __bool__ = __iter__ = __getitem__ = __contains__ = __repr__ = __str__ = __format__ = __add__ = __call__ = __index__ = __enter__ = boom
    p = property(boom)
b = B()
for i, f in enumerate((lambda: sorted([1, 2], key=boom), lambda: list(map(boom, [1])), lambda: b == 1, lambda: b < 1, lambda: {b: 1}, lambda: len(b), lambda: bool(b), lambda: not b, lambda: list(b), lambda: b[0], lambda: 1 in b, lambda: repr(b), lambda: str(b), lambda: f'{b}', lambda: b + 1, lambda: b(), lambda: [1][b], lambda: b.p, lambda: max([1], key=boom), lambda: [b] == [1], lambda: sum([b]), lambda: '%s' % b, lambda: print(b), lambda: any(boom() for _ in [1]), lambda: [b].index(1), lambda: dict([(b, 1)]), lambda: set([b]), lambda: getattr(b, 'p', 'default'), lambda: hasattr(b, 'p'), lambda: list(filter(boom, [1])), lambda: next(boom() for _ in [1]), lambda: [*b], lambda: (lambda *a: a)(*b), lambda: range(b), lambda: isinstance(b, boom()), lambda: min(b, b), lambda: 'x'.join([str(b)]), lambda: b if b else 0, lambda: b in [1], lambda: [1, b].count(2), lambda: tuple(b), lambda: enumerate(b), lambda: zip(b), lambda: {**{}, 'k': b.p}, lambda: ''.join(map(str, [b])))):
    try:
        f(); print(i, 'no exception')
    except Boom as e:
        print(i, e, end=' ')
    except Exception as e:
        print(i, type(e).__name__, e, end=' ')
print()
out = []
for i in range(4):
    try:
        try:
            if i == 1: raise Boom
            if i == 2: continue
            if i == 3: break
            out.append('ok')
        except Boom: out.append('boom')
        else: out.append('else')
        finally: out.append(f'f{i}')
    finally: out.append('outer')
print(out)
def nested():
    try:
        try: return 'a'
        finally: out.append('x')
    finally: out.append('y')
print(nested(), out[-2:])
def gen():
    try:
        while True: yield
    finally: print('gen closed')
for _ in gen(): break
def reraise():
    try: boom()
    except Boom as e:
        try: raise ValueError('second')
        except ValueError: pass
        raise e
try:
    reraise()
except Boom as e:
    print(repr(e), e.__context__, len([1 for _ in iter(lambda t=[e.__traceback__]: t.__setitem__(0, t[0].tb_next if t[0] else None) or t[0], None)]))
