# the format mini-language: int
for spec in ('', 'd', '5', '<5', '>5', '^5', '=5', '05', '+', ' ', '-', '+05', 'x', 'X', '#x', '#X', 'o', '#o', 'b', '#b', '#010b', ',', '_', ',d', '_x', '_b', '12,', '012,', '*>8', '*^9', '0=8', '=+8', 'e', 'f', '.2f', 'g', '%', '.1%', 'n', '08,.1f', '<08', '_d', '#_b', '>+8,d'):
    print(repr(spec), *[repr(format(n, spec)) for n in (0, 5, -1234567, 10**20)])
print(format(65, 'c'), format(128512, 'c'), repr(format(65, '>4c')), format(True, 'd'), format(True), format(False, '>6'), format(True, 'x'))
for n, spec in ((1, 's'), (1, '.2'), (1, ',x'), (1, ',n'), (1, 'q'), (1, '.d'), (1, '5 5'), (-1, 'c'), (1, '+c'), (1, ',_'), (1, 'z'), (1, 'abc'), (1, '.')):
    try:
        print(format(n, spec))
    except Exception as e:
        print(spec, type(e).__name__, e)
