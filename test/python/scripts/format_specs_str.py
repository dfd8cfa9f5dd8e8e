"""Proves format specifications with str values, and their errors."""
SPECS = ['', 'd', 'x', '#X', 'b', '#o', 'c', 'n', 'e', '.2e', 'f', '.3f', 'g', '.3g', 'G', '%', '.1%', 's', '.2', '8', '<8', '>8', '^8', '=8', '*^9', '08', '+', '-', ' ', '+08', ',', '_', ',d', '_x', ',.2f', '010,.1f', 'z.1f', '#.0f', '#g', '5c', 'q', '.', '.d', '>>', '{', '1.2.3', '<', 'é>6', '=+8', '0', '00', '-5', ',_', '5,s', '.3d', 'r', '!r', ' 5', '.0f', '.10g', '+.1e', '-#8,', '+,', '+_', '#,s', '-,d', '+,c', ',s', '-s', 'z-', 'zs', 'é']
for value in ['', 'abc', 'é🙂x']:
    for spec in SPECS:
        try:
            print(repr(value), repr(spec), repr(format(value, spec)))
        except Exception as error:
            print(repr(value), repr(spec), type(error).__name__, error)
