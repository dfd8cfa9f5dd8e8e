# Digests of texts, hmac, base16/32/64/85, binascii, zlib's checksums.
import hashlib, hmac, base64, binascii, zlib
for name in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'):
    h = hashlib.new(name, b'abc'); h.update(b'def'); print(name, h.hexdigest(), h.digest_size, h.block_size, h.name)
h = hashlib.sha256(); c = h.copy(); h.update(b'x'); print(h.hexdigest()[:16], c.hexdigest()[:16], hashlib.md5(b'').hexdigest(), hashlib.sha1('é'.encode()).digest()[:4])
print(hmac.new(b'key', b'msg', 'sha256').hexdigest(), hmac.compare_digest('a', 'a'), hmac.digest(b'k', b'm', 'md5').hex())
print(base64.b64encode(b'hello\xff\xfe'), base64.b64decode('aGVsbG8='), base64.urlsafe_b64encode(b'\xfb\xff'), base64.b32encode(b'hi'), base64.b16encode(b'\x01\xab'), base64.b85encode(b'hello'), base64.a85encode(b'hello'), base64.b32decode('NBUQ===='), base64.b16decode('01AB'), base64.b64encode(b'a' * 3))
print(binascii.hexlify(b'\x00\xff'), binascii.unhexlify('00ff'), binascii.crc32(b'hello'), zlib.crc32(b'hello'), zlib.adler32(b'hello'), bytes.fromhex('0a 0B'), b'\x0a'.hex(), b'abcd'.hex(':', 2))
for bad in (lambda: hashlib.new('nope'), lambda: base64.b64decode('abc'), lambda: binascii.unhexlify('0'), lambda: hashlib.md5('text'), lambda: base64.b64encode('x')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(sorted(hashlib.algorithms_guaranteed)[:3])
