"""Proves chained comparisons evaluate each operand once."""
def v(n): print('v', n); return n
print(v(1) < v(2) < v(3))
print(v(3) < v(2) < v(1))
print(1 < 2 > 1 == 1 != 2 in [2] is not None)
print(1 == 1.0 == True, 'a' < 'b' < 'c', [1] < [1, 2] < [2], (1, 'a') < (1, 'b'))
for src in ('1 < "a"', '[] < ()', 'None < None', '{} < {}', '1j < 2j', 'object() < object()', 'len < len', '(1, "a") < (1, 2)', '[1, None] < [1, 2]', '{1} < [1]', 'print > 1', 'int >= str'):
    try: print(src, eval(src))
    except TypeError as e: print(src, e)
nan = float('nan')
print(nan == nan, nan != nan, nan < 1, nan in [nan], [nan] == [nan], nan is nan)
