# complex: arithmetic, repr, parsing
z = 3 + 4j
print(z, z.real, z.imag, abs(z), z.conjugate(), -z, z * z, z / (1 - 1j), z ** 2, z + 1, 2 * z, z - 0.5, z == 3 + 4j, z == 3, 5 + 0j == 5)
print(1j, -1j, 0j, complex(1, 2), complex('1+2j'), complex('3'), complex('-j'), complex(1.5), complex(imag=2), (1 + 0j), complex(0.0, -0.0))
print(bool(0j), hash(5 + 0j) == hash(5), (1 + 2j) ** 0, 2 ** 1j, format(1 + 2j, '.2f'), f'{1.5 - 2j:>12}')
for f in (lambda: 1j < 2, lambda: 1j // 2, lambda: 1j / 0, lambda: complex('a'), lambda: complex([]), lambda: int(1j), lambda: float(1j)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
