# the format mini-language: float
for spec in ('', 'f', '.0f', '.1f', '.2f', '.10f', 'e', '.0e', '.3e', 'E', 'g', '.3g', '.0g', '.10g', 'G', '%', '.1%', '10.3f', '<10.2f', '+.2f', ' .2f', '010.2f', ',.2f', '_.1f', '#.0f', '#g', '#.3g', '#.0e', '.3', '.1', '10', 'n', '*^12.1f', '012,.1f', 'F', '=+12.2f', '.20f', 'z.1f', '.0%'):
    print(repr(spec), *[repr(format(x, spec)) for x in (0.0, 1.0, -1234.5678, 1e-7, 1.5e20, 0.1, 2.5, 99999.95, -0.04)])
for x in (float('inf'), float('-inf'), float('nan')):
    print(*[repr(format(x, s)) for s in ('', 'f', '.2f', 'F', 'e', 'G', '10', '<6', '05', '+', '%', ',.2f', '010.1f')])
print(format(12.0, '.3'), format(123.0, '.3'), format(1234.0, '.3'), format(0.5, '.0f'), format(1.5, '.0f'), format(2.5, '.0f'), format(1e16, ''), format(1e15, 'g'), format(123456789.0, 'g'), format(0.00001234, 'g'), format(1e300, '.3f')[:12])
for spec in ('d', 's', 'x', ',e5', 'c', '.', 'q'):
    try:
        print(format(1.5, spec))
    except Exception as e:
        print(spec, type(e).__name__, e)
