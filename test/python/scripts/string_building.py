# f-strings: nesting, quotes, conversions, debugging, format specs, multi-line
name, n, pi, d = 'Bob', 42, 3.14159265, {'k': 'v'}
print(f'{name} {n} {pi:.3f} {d["k"]} {n:>6}|{n:<6}|{n:^6}|{n:06d}|{n:+d}|{n:x}|{n:#b}|{n:e}|{n:,}')
print(f'{name!r:>8} {name!s} {"é"!a} {n=} {n = } {pi=:.2f} {name=!s} {n + 1=}', f'{{{n}}}', f'{n}{{}}', f'', f'{"a" "b"}', f'{[i for i in range(3)]}', f'{(lambda x: x * 2)(4)}', f'{n if n else 0}')
w, p = 10, 2
print(f'{pi:{w}.{p}f}|{name:*^{w}}|{name:{"<"}{w}}|{n:{"0"}{5}d}')
print(f'''multi
{name}
line {
    n
}''', f'{name}' 'plain' f'{n}', rf'\n{n}', f'\n'.encode(), f'{chr(65)}', f'{"nested {}".format(1)}', f'{f"{n}"}')
class F:
    def __format__(self, s): return f'F<{s}>'
    def __str__(self): return 'Fs'
    def __repr__(self): return 'Fr'
f = F(); print(f'{f} {f:abc} {f!s} {f!r} {f!s:>4} {f=} {f:{n}}', '{:>{w}}'.format('x', w=3), '%s %r' % (f, f), str(f), format(f, 'q'))
print('a' + str(1) + 'b' * 2, ' '.join(map(str, range(3))), 'x'.join(['1']), 'tab\there', 'nul\0len'.__len__(), r'raw\n', b'bytes\x00', 'uni\u00e9\N{BULLET}', '''triple'quoted"''', 'con' 'cat')
try:
    f'{n:z}'
except ValueError as e:
    print(e)
