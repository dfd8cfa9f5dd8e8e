# Bytes of numbers: formats, orders, alignment, strings, iteration, errors.
import struct
print(struct.pack('<bBhHiIqQ', -1, 255, -2, 65535, -3, 4294967295, -4, 2**64 - 1), struct.pack('>f', 1.5), struct.pack('<d', -0.1), struct.pack('<e', 0.5), struct.pack('!3sx?c', b'ab', True, b'z'), struct.pack('5p', b'hello!'))
print(struct.unpack('<hB', b'\x01\x02\x03'), struct.unpack('>I', b'\0\0\1\0'), struct.unpack('2s2x1b', b'ab\0\0\xff'), list(struct.iter_unpack('<H', b'\1\0\2\0')), struct.unpack_from('<i', b'xx\1\0\0\0', 2))
print([struct.calcsize(f) for f in ('bhi', '<bhi', 'bq', '@bi', '=bi', '10s', '3x2h', 'P', 'n')])
s = struct.Struct('<I2s'); buf = bytearray(8); s.pack_into(buf, 1, 7, b'ok'); print(s.size, s.format, bytes(buf), s.unpack(buf[1:7]))
for bad in (lambda: struct.pack('b', 200), lambda: struct.pack('i', 'a'), lambda: struct.unpack('i', b'abc'), lambda: struct.pack('ii', 1), lambda: struct.calcsize('z'), lambda: struct.pack('H', -1), lambda: struct.pack('4s', 'x')):
    try: print(bad())
    except struct.error as e: print('struct.error', e)
print(struct.unpack('<f', struct.pack('<f', 0.1)), struct.unpack('<2?', b'\0\2'), struct.pack('<3h', *range(3)))
