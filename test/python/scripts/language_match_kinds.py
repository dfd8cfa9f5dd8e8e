"""Proves every kind of pattern and what it binds."""
class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
def m(v):
    match v:
        case None | True | False: return 'singleton', v
        case 0: return 'zero'
        case -1 | 1.5 | 2j: return 'number'
        case 'a' | b'b': return 'text'
        case []: return 'empty'
        case [x]: return 'one', x
        case [1, *rest]: return 'starts', rest
        case (x, (y, z)): return 'nested', x, y, z
        case [*_, 9]: return 'ends with 9'
        case {'k': k, **rest}: return 'mapping', k, rest
        case {}: return 'any mapping'
        case P(0, y=yy): return 'origin x', yy
        case P(x, y) if x == y: return 'diagonal', x
        case P() as p: return 'point', p.x, p.y
        case int(n) | float(n): return 'num', n
        case str() as s: return 'str', s
        case _: return 'other'
for v in (None, True, 0, -1, 1.5, 2j, 'a', b'b', [], (5,), [1, 2, 3], [7, [8, 9]], [3, 4, 9], {'k': 1, 'o': 2}, {'z': 0}, P(0, 5), P(3, 3), P(1, 2), 42, 2.5, 'zz', {1, 2}, range(1), iter([])): print(m(v))
class Bad:
    __match_args__ = ['x']
for case in ('P(1, 2, 3)', 'P(1, x=2)', 'Bad(1)', 'int(1, 2)', 'notaclass()'):
    ns = {'P': P, 'Bad': Bad, 'v': P(1, 2) if case[0] == 'P' else Bad() if case[0] == 'B' else 1, 'notaclass': 5}
    try: exec(f'match v:\n case {case}: pass', ns)
    except TypeError as e: print(e)
for src in ('match 1:\n case x: pass\n case y: pass', 'match 1:\n case a, a: pass', 'match 1:\n case [*a, *b]: pass', 'match 1:\n case {**r, "k": 1}: pass', 'match 1:\n case a | b: pass', 'match 1:\n case P(x=1, x=2): pass', 'match 1:\n case {"k": 1, "k": 2}: pass'):
    try: compile(src, 's', 'exec'); print('ok')
    except SyntaxError as e: print(e.msg)
