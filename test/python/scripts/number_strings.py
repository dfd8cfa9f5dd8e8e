# conversions between numbers and text
for v in ('0', '-0', '+7', '  8\n', '1_000', '0b11', '0o17', '0xFf', '9' * 30, '٣٤'):
    try:
        print(int(v, 0) if v[:2] in ('0b', '0o', '0x') else int(v), end=' ')
    except ValueError as e:
        print(e)
print()
for v in ('1.5', '-1e-3', '1_0.0_1', 'inf', '-INF', 'nan', '1e400', '0e5', '.5e1', '5.'):
    print(float(v), end=' ')
print()
print(str(10**50), str(-2**100), repr(1e50), str(1e-10), float(str(0.1 + 0.2)) == 0.1 + 0.2, int(1e20), float(2**70), int('-5') + float('2.5'), str(123456789012345678901234567890))
print(bin(0), oct(0), hex(0), bin(-255), hex(2**70), int('11', 2), int('-zz', 36), int('0b11', 2), '%o' % 64, f'{255:#x} {255:#o} {255:#b} {-255:x}', chr(0x1F600), ord('\n'), int.from_bytes(b'\xff', 'big', signed=True))
