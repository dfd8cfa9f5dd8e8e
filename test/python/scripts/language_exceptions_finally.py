"""Proves finally with return, break, continue and nested errors."""
def a():
    try: return 'try'
    finally: print('f')
def b():
    try: 1 / 0
    finally: return 'swallowed'
def c():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
        finally: print('fin', i)
    else: print('else')
    return i
def d():
    try:
        try: raise ValueError('v')
        finally: raise KeyError('k')
    except KeyError as e: return repr(e), repr(e.__context__)
def e():
    try: pass
    except: print('no')
    else: print('else')
    finally: print('finally')
def f():
    while True:
        try: return 1
        finally: break
    return 2
def g():
    try: raise ValueError
    except (KeyError, ValueError) as err: print(type(err).__name__)
    try: err
    except NameError as n: print(n)
for fn in (a, b, c, d, e, f, g): print(fn())
try:
    try: raise ValueError('first')
    except ValueError: raise KeyError('second') from None
except KeyError as k: print(k.__suppress_context__, k.__cause__, repr(k.__context__))
for bad in ('raise 1', 'raise "x"', 'raise int', 'raise None', 'raise ValueError from 1', 'raise'):
    try: exec(bad)
    except (TypeError, RuntimeError) as err: print(bad, '->', type(err).__name__, err)
try:
    try: 1 / 0
    except 5: pass
except TypeError as err: print(err)
