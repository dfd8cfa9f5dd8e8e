# exec and class bodies whose names live in mappings that are no dicts.
class M:
    def __init__(self): self.log = {}
    def __getitem__(self, k):
        print('get', k)
        return self.log[k]
    def __setitem__(self, k, v):
        print('set', k); self.log[k] = v
    def __delitem__(self, k):
        print('del', k); del self.log[k]
m = M()
exec('x = 1\ny = x + len([2])\ndel x\nz: int = 3', {}, m)
print(m.log['y'], sorted(m.log))
class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kw): return M()
    def __new__(mcls, name, bases, ns, **kw): return super().__new__(mcls, name, bases, dict(ns.log))
class C(metaclass=Meta):
    a = 1
    def f(self): return self.a
print(C().f(), C.a)
for bad in (lambda: exec('1', 5), lambda: eval('1', []), lambda: exec('1', {}, 5), lambda: eval('x', {'__builtins__': {}})):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
print(eval('a + b', {'a': 1}, {'b': 2}), eval('locals()', {}, {'q': 1}), eval(compile('3', 'f', 'eval')))
