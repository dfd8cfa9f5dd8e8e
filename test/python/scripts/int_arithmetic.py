# int: floor division and modulo by sign, powers, shifts, big numbers, bitwise operators
for a in (7, -7, 0, 10**20, -10**20):
    for b in (2, -2, 3, -3, 10**19):
        print(a, b, a // b, a % b, divmod(a, b), a / b)
print(2**53 + 1, 2**64, -2**63, 3**40, (-3)**3, 2**-2, 0**0, 10**25 // 7)
print(1 << 70, -1 >> 3, 12345678901234567890 >> 5, -5 >> 1, 5 >> 100, -5 >> 100)
print(0xff & 0x0f, -1 & 0xffffffffffff, 5 | -8, 6 ^ 3, ~5, ~-1, ~2**60)
print(9007199254740991 + 1, 9007199254740992 - 1, 9007199254740993 * 3, 2**60 - 2**60)
print(True + True, True * 5, -True, True & False, True | 2, True ^ True, ~True, True << 3)
print(0 * -5, -0, 0 // -3, 0 % -3, -6 % 3)
print(10**400 // 10**399, (10**400) % 7)
print(pow(3, 100, 7), pow(3, -1, 7), pow(-3, 3, 5), pow(2, 10), pow(2, -1), pow(5, 0, 1), pow(3, 4, -5))
