# identity: None, small values, Ellipsis, NotImplemented, types, interned constants
print(None is None, True is True, () == (), ... is Ellipsis, NotImplemented is NotImplemented, type(None)() is None, type(...)() is ..., bool(1) is True, int is type(5), [] is [], {} is {}, 'a' is 'a' if False else True, None.__class__, bool(NotImplemented) if False else '', None == False, None is not False, not None, [None] == [None], None in [0, None], str(None), repr(...), hash(None) == hash(None), f'{None}', f'{...}')
x = [1]; y = x; print(x is y, x is not y, id(x) == id(y), x == [1], x is [1], (x, y)[0] is x, [x][0] is x, {'k': x}['k'] is x, (lambda v: v)(x) is x, list(map(lambda v: v, [x]))[0] is x, sorted([x])[0] is x, max([x]) is x, [*[x]][0] is x, dict(k=x)['k'] is x, next(iter([x])) is x, tuple([x])[0] is x, (x or 1) is x, (0 or x) is x)
def f(): pass
class C:
    def m(self): pass
    @staticmethod
    def s(): pass
print(f is f, C.s is C.s, C.m is C.m, C().m == C().m, len is len, int.__add__ is int.__add__, type(f) is type(lambda: 0), C.__dict__ is not C.__dict__, C is C)
