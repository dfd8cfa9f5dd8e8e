# a traceback through expressions of many kinds
import traceback
def a(): return 1 + 'x'
def b(): return {'k': {}}['k']['missing']
def c(): return [1, 2, 3][0] + [4][5]
def d(): x = (1 + 2) * (3 - None); return x
def e(): return f(1)(2)
def f(x): return None
def g(): return undefined_name + 1
def h(): return 'abc'.nope()
def i(): x = y = [].pop(); return x
def j(): raise ValueError('a long message')
def k(): return -'a'
def l(): return 1 < 'a'
def m(): return (lambda: 1 // 0)()
def n(): assert 1 == 2, 'text'
def o(): return len(5) if True else 0
def p(): return not (1 + 'a')
def q(): return 2 ** 'a' ** 3
def r(): return 5 @ 3
def s(): del {}[1]
def t(): {}[1][2] = 3
def u(): a, b = 1
def x(): return f'{1 + "a"}'
def y(): return print(int('z'), 5)
for func in (a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, x, y):
    try:
        func()
    except Exception as err:
        print(traceback.format_exc())
