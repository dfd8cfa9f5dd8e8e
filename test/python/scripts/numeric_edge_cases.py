# numbers at the edges: signed zeros, infinities, NaN in containers, subnormals, mixed comparisons, int/float boundaries
inf, nan = float('inf'), float('nan')
print(inf > 10**308, -inf < -10**400, inf == inf, inf - inf, inf * 0, nan != nan, nan < 1, nan in [nan], [nan] == [nan], max(1, nan), max(nan, 1), min([2, nan, 1]), sorted([3, nan, 1])[0], sum([inf, -inf]), inf // 1, -7 // inf, 7 % inf, -7 % inf, 0.0 == -0.0, str(-0.0), 0.0 * -1, -0.0 + 0, abs(-0.0), round(-0.4), round(0.5), round(1.5), round(-2.5), int(-0.9), 5e-324 / 2, 1.7976931348623157e308 * 10, 2**1023 * 1.0, 2.0**53 + 1, int(2.0**53) + 1, 2**53 == 2.0**53, 2**53 + 1 == 2.0**53, 2**53 + 1 > 2.0**53, 10**16 == 1e16, 123456789 * 987654321, 0.1 + 0.2 == 0.3, 0.1 * 3, 1e16 + 1, 1 // 0.1, 1 % 0.1, 3 * 1.1, 4.35 * 100, 1.1 + 2.2, 7 // -2, -7 % 3, 7 % -3, -7.5 // 2, 7.5 % -2, divmod(-7, 2), divmod(7.5, -2), (-8) ** (1 / 3), 0 ** 0, 0.0 ** 0, 1 ** inf, (-1) ** 0.5, 2 ** 0.5, 4 ** 0.5, 8 ** -1, True + 1.5, False * inf)
for f in (lambda: int(inf), lambda: int(nan), lambda: round(nan), lambda: inf // 0, lambda: 10.0 ** 400, lambda: 2 ** 10000 * 1.0, lambda: float(10**309), lambda: int('inf'), lambda: math_missing, lambda: (10**400) / (10**10), lambda: (10**400) / (10**399), lambda: 1e308 * 10, lambda: hash(inf) == hash(-inf)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
