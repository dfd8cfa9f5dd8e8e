# What a subclass of str, bytes, list or tuple says of itself as a number comes before its text.
class S(str):
    def __index__(self): return 2
class B(bytes):
    def __index__(self): return 3
class L(list):
    def __index__(self): return 4
class F(str):
    def __float__(self): return 2.5
class I(str):
    def __int__(self): return 7
class T(tuple):
    def __float__(self): return 1.5
import math
for v in (S('abc'), S('12'), B(b'5'), L([1]), F('1'), I('9'), T()):
    for use in (lambda: "%g" % (v,), lambda: "%f" % (v,), lambda: "%d" % (v,), lambda: "%x" % (v,), lambda: "%c" % (v,), lambda: float(v), lambda: int(v), lambda: complex(v), lambda: round(2.5678, v), lambda: [1,2,3,4,5][v], lambda: 'ab' * v, lambda: math.sqrt(v), lambda: range(v), lambda: hex(v), lambda: chr(v), lambda: bytes(v), lambda: "%s" % (v,), lambda: math.floor(v), lambda: (1).__add__(v), lambda: pow(2, v), lambda: divmod(7, v), lambda: [0] * v, lambda: sum([v]), lambda: abs(v), lambda: bool(v), lambda: format(v, 'd'), lambda: math.factorial(v), lambda: list(range(10))[v:], lambda: int(v, 10), lambda: "%*d" % (v, 3), lambda: "%.*f" % (v, 1.23456), lambda: math.gcd(v, 4), lambda: b"%d" % (v,), lambda: b"%g" % (v,), lambda: 2 ** v, lambda: 1 << v):
        try: print(repr(use()))
        except Exception as e: print(type(e).__name__, e)
class Fl(float): pass
class In(int): pass
class Co(complex): pass
class Bo(str): pass
for v in (Fl(1.5), In(3), Co(1j), Bo('q'), True, 'w', 2.5, 1j):
    for code in 'dsqzc':
        try: print(format(v, code))
        except Exception as e: print(type(e).__name__, e)
