# the format mini-language: str, None, containers
print(*[repr(format('abc', s)) for s in ('', 's', '5', '<5', '>5', '^6', '.2', '5.1', '*^7', '010', 'é>5', '😀^5', '<<5', '}>5')])
for v, spec in (('a', 'd'), ('a', '+'), ('a', '='), ('a', '#'), ('a', ','), ('a', ' '), ([], '5'), (None, '>5'), ({}, 'd'), (object, '5'), ((), 's'), (b'a', '5')):
    try:
        print(format(v, spec))
    except Exception as e:
        print(type(e).__name__, e)
print(format([]), format(None), format(None, ''), f'{[1, 2]}', f'{None!s:>6}', f'{"a"!r:^7}|', f'{3.0}', f'{1e10}', f'{10**20:,}', f'{5:{3}}', f'{"x":>{2 + 3}}')
x = 3.14159
print(f'{x:.2f} {x!r} {x=} {x = :.1f} {x*2=:.3f} {"nested " + f"{x:.1f}"}', f'{{}}', f'{x:>{10}.{3}}')
