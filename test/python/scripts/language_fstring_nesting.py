"""Proves f-strings: nested specs, conversions, =, quotes, errors."""
w, p, v = 10, 3, 3.14159
print(f'{v:{w}.{p}f}|{v!r:>{w}}|{"a" "b"!s:^5}|{v=}|{v = :.2f}|{w=!r:>4}|{{}}|{{{w}}}')
print(f'{"x" if w > 5 else "y"} {[i for i in range(3)]} { {"a": 1}["a"] } {(lambda x: x * 2)(4)}')
print(f'''{
    w
    + 1
}''', f'{w:#x} {w:08b} {-w:+,} {1234567.891:,.1f} {0.25:%} {"é":>4} {v:e}')
print(f'{w!a} {"é"!a} {None} {True:d} {"s":s}', rf'\n{w}', f'\N{BULLET}')
class F:
    def __format__(self, spec): return f'<{spec}>'
    def __repr__(self): return 'R'
print(f'{F()} {F():abc} {F()!r:>3} {F():{w}x{p}}')
for f in (lambda: f'{v:d}', lambda: f'{"s":d}', lambda: f'{w:.2d}', lambda: f'{[]:5}', lambda: f'{None:>5}', lambda: f'{w:q}', lambda: f'{v:,_}', lambda: f'{undefined}', lambda: f'{w:{"x" * 3}}'):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
