"""Proves what integers that are no character raise: 'c' of formats and chr(), in and beyond the range of C's int and long."""
for value in (65, True, 0x10FFFF, 0x110000, -1, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, -(2**63), 10**20, -(10**20)):
    for make in (chr, '{:c}'.format, '{:3c}'.format, lambda v: '%c' % v, lambda v: b'%c' % v):
        try:
            print(ascii(make(value)), end=' | ')
        except Exception as error:
            print(type(error).__name__, error, end=' | ')
    print()
