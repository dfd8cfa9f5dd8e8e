# match: literals, sequences, mappings, classes, guards, captures, alternatives
class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
def m(v):
    match v:
        case 0: return 'zero'
        case 1 | 2: return 'one or two'
        case -3: return 'minus three'
        case 'a' | b'b': return 'text'
        case None | True: return 'singleton'
        case []: return 'empty'
        case [x]: return f'one {x}'
        case [1, *rest]: return f'starts {rest}'
        case (a, [b, c]): return f'nested {a} {b} {c}'
        case {'k': v, 'n': [n, _]}: return f'map {v} {n}'
        case {'only': _, **rest}: return f'rest {rest}'
        case {}: return 'mapping'
        case P(0, y=yy): return f'P zero {yy}'
        case P(x, y) if x == y: return f'P equal {x}'
        case P(x=x): return f'P {x}'
        case float(f): return f'float {f}'
        case int() as i if i > 100: return f'big {i}'
        case str() as s: return f'str {s}'
        case _: return 'other'
for v in (0, 1, 2, -3, 'a', b'b', None, True, [], [5], [1, 2, 3], (1,), ('q', [2, 3]), {'k': 1, 'n': [2, 3]}, {'only': 1, 'z': 2}, {}, {'w': 1}, P(0, 5), P(2, 2), P(3, 4), 1.5, 500, 50, 'xyz', {1, 2}, [2, 3], 'abc', range(1)):
    print(repr(v) if not isinstance(v, P) else 'P', m(v))
