# bytes: packing and unpacking by hand, checksums, text encodings, bytearray as a buffer, memoryview
data = bytearray()
for n, size in ((1, 1), (300, 2), (70000, 4), (2**40, 8)): data += n.to_bytes(size, 'big')
print(data, len(data), int.from_bytes(data[3:7], 'big'), data.hex(' '), bytes(reversed(data))[:3], sum(data) % 256)
x = 0
for b in data: x ^= b
print(x, [f'{b:02x}' for b in data[:4]], data.find(b'\x01'), data.count(0), data[::5], data.startswith(b'\x01'), bytes(b ^ 0xff for b in data[:3]))
text = 'naïve – 日本 😀'; enc = text.encode(); print(enc, len(enc), enc.decode() == text, [len(c.encode()) for c in text], enc.decode('ascii', 'replace')[:5], text.encode('utf-16-be').hex()[:12], text.encode('ascii', 'backslashreplace'))
buf = bytearray(8); buf[2:4] = b'\xff\xfe'; buf[-1] = 7; print(buf, buf.index(7), bytes(buf).rstrip(b'\x00'), buf.replace(b'\x00', b'.'), list(buf), buf.pop(), buf.remove(0) if False else len(buf)); buf.clear(); print(buf, bool(buf))
view = memoryview(b'hello'); print(view[0], view[1:3].tobytes(), len(view), view.tolist()[:2], bytes(view) if False else view.nbytes, view == b'hello')
print(b'%s' == b'%s', b'a' + bytearray(b'b'), bytearray(b'a') + b'b', b'ab' * 2, b'a' in b'abc', 98 in b'abc', b'abc'[1:2], b'abc'[1], b'x'.join([b'1', bytearray(b'2')]), b'a\tb'.expandtabs(4), b'Ab'.swapcase(), b' x '.strip(), b'a-b'.split(b'-'), b'a-b-c'.rsplit(b'-', 1), b'a-b-c'.rpartition(b'-'), b'aXb'.lower(), b'abc'.translate(None, b'b'), b'123'.isdigit(), b'Title Case'.istitle(), b'a\nb'.splitlines())
