# __getattr__, __getattribute__, __setattr__, __delattr__, proxies
class Log:
    def __init__(self): object.__setattr__(self, 'd', {})
    def __getattr__(self, n):
        print('getattr', n)
        if n in self.d: return self.d[n]
        raise AttributeError(n)
    def __setattr__(self, n, v): print('setattr', n, v); self.d[n] = v
    def __delattr__(self, n): print('delattr', n); del self.d[n]
l = Log(); l.x = 5; print(l.x); del l.x; print(hasattr(l, 'x'), getattr(l, 'y', 'default'))
class All:
    z = 1
    def __getattribute__(self, n):
        if n == 'magic': return 42
        return object.__getattribute__(self, n)
    def __getattr__(self, n): return f'fallback {n}'
a = All(); a.q = 2; print(a.magic, a.z, a.q, a.none)
class Proxy:
    def __init__(self, t): self._t = t
    def __getattr__(self, n): return getattr(self._t, n)
    def __setattr__(self, n, v):
        if n == '_t': super().__setattr__(n, v)
        else: setattr(self._t, n, v)
p = Proxy([1, 2]); p.append(3); print(p._t, p.__len__(), p.count(3))
class Dot(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__
d = Dot(a=1); d.b = 2; del d.a; print(d, d.b)
try:
    d.zzz
except KeyError as e:
    print('KeyError', e)
class Prop:
    @property
    def v(self): return self.missing
    def __getattr__(self, n): return 'from getattr ' + n
print(Prop().v)
class Bad:
    @property
    def v(self): raise AttributeError('inside')
    def __getattr__(self, n): return 'rescued ' + n
print(Bad().v)
