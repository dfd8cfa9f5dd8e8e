# what cannot be pickled, and pickles that are damaged: CPython's errors
import pickle, re, sys, threading
def told(f):
    try: print(re.sub(' at 0x[0-9a-f]+', '', str(f())))
    except Exception as e: print(type(e).__name__, re.sub(' at 0x[0-9a-f]+', '', str(e)))
def outer():
    def inner(): pass
    class C: pass
    return inner, C
inner, C = outer()
class Named: pass
other = Named
class Named: pass
class Reduced:
    def __init__(self, value): self.value = value
    def __reduce__(self): return self.value
class Slots:
    __slots__ = ('a', 'b')
class Number:
    def __getstate__(self): return 5
class Args:
    def __getnewargs__(self): return 3
class ArgsEx:
    def __getnewargs_ex__(self): return (1, 2, 3)
slots = Slots(); slots.a = 1
for value in (lambda: 1, inner, C, C(), other, sys, (x for x in ()), threading.Lock(), threading.local(), {}.keys(), memoryview(b''), property(), staticmethod(len), Number.__getstate__, sys._getframe(), Args(), ArgsEx()):
    told(lambda: pickle.dumps(value))
for value in (1, (), (1,), (1, 2), (int, 3), (int, (), None, 3), (int, (), None, None, 3), (int, (), None, None, None, None, None), 'x'):
    told(lambda: pickle.dumps(Reduced(value)))
told(lambda: pickle.dumps(1, 9))
told(lambda: pickle.dumps(1, -1))
told(lambda: pickle.dumps(slots, 1))
told(lambda: pickle.loads(pickle.dumps(slots, 2)).a)
told(lambda: pickle.loads(pickle.dumps(Number())))
for data in (b'', b'abc', b'\x80\x09.', b'.', b'\x80\x04K', b'\x80\x04K\x01', b'\x80\x04(.', b'\x80\x04h\x05.', b'\x80\x04R.', b'\x80\x04K\x01K\x01R.', b'\x80\x04K\x01)R.', b'\x80\x04)K\x01a.',
             b'\x80\x04)K\x01b.', b'\x80\x04)K\x01K\x02s.', b'csys\nnope\n.', b'\x80\x04\x8c\x03sys\x8c\x05a.b.c\x93.', b'\x80\x04K\x01K\x02\x93.', b'\x80\x04K\x01)\x81.', b'Pabc\n.', b'\x80\x04K\x01Q.', b'Iabc\n.',
             b'I12\n', b'I12', b'Fx\n.', b"S'abc'\n.", b'Sabc\n.', b'e.', b'(.', b'0.', b'\x82\x05.', 'abc', 1, b'\x80\x05\x97.', b'\x80\x04\x95\x05\0\0\0\0\0\0\0N.', b'U\x05ab.', b'\xff.', b"'.", b'\x80\x04C\x05ab.', bytearray(b'\x80\x04N.')):
    told(lambda: pickle.loads(data))
told(lambda: pickle.load(1))
told(lambda: pickle.dump(1, 1))
told(lambda: pickle.dumps(1, buffer_callback=print))
told(lambda: pickle.dumps(pickle.PickleBuffer(b'a')))
