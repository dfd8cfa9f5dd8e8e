# hashlib, hmac, base64, binascii, struct: known values and errors.
import base64
import binascii
import hashlib
import hmac
import struct

for name in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'):
    print(name, hashlib.new(name, b'abc').hexdigest(), getattr(hashlib, name)(b'x' * 1000).hexdigest()[:16], hashlib.new(name).digest_size)
h = hashlib.sha256()
h.update(b'a')
g = h.copy()
h.update(b'b')
print(h.hexdigest() == hashlib.sha256(b'ab').hexdigest(), g.hexdigest() == hashlib.sha256(b'a').hexdigest(), h.name, h.block_size)
print(hmac.new(b'key', b'msg', 'sha256').hexdigest(), hmac.compare_digest('a', 'a'))
for bad in (lambda: hashlib.md5('x'), lambda: hashlib.new('nope')):
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(base64.b64encode(b'hello world'), base64.b64decode('aGVsbG8gd29ybGQ='), base64.urlsafe_b64encode(b'\xff\xfe\xfd'), base64.b64decode(b'//79'), base64.b32encode(b'hi'), base64.b16encode(b'hi'), base64.b85encode(b'hello'), base64.b85decode(b'Xk~0{Zv'), base64.b32decode('NBUQ===='))
try:
    base64.b64decode('abc')
except binascii.Error as e:
    print(e)
print(binascii.hexlify(b'\x01\xff'), binascii.unhexlify('01ff'), binascii.crc32(b'hello'), binascii.b2a_base64(b'hi'))
print(struct.pack('<ihq?f', 1, -2, 3, True, 1.5), struct.unpack('>Hb', b'\x01\x02\xff'), struct.calcsize('ci'), struct.calcsize('<ci'), struct.pack('5s', b'ab'), struct.unpack('<d', struct.pack('<d', 3.14)), struct.pack('>I', 2**32 - 1), struct.unpack_from('<H', b'\0\1\2\3', 1), struct.pack('<e', 1.5), struct.unpack('<e', b'\0\x3e'))
s = struct.Struct('<2i')
print(s.size, s.pack(1, 2), s.unpack(b'\1\0\0\0\2\0\0\0'), list(struct.iter_unpack('<H', b'\1\0\2\0')))
for bad in (lambda: struct.pack('b', 200), lambda: struct.pack('i'), lambda: struct.unpack('i', b'1'), lambda: struct.pack('z', 1), lambda: struct.pack('H', 'x'), lambda: struct.pack('<I', -1)):
    try:
        print(bad())
    except struct.error as e:
        print(e)
