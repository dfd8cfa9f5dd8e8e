# bytes and bytearray: literals, methods, indexing, conversion
b = b'hello world'
print(b, b[0], b[1:4], b[::-1], list(b[:3]), b + b'!', b * 2, b'l' in b, 108 in b, len(b), b.find(b'o'), b.rfind(b'o'), b.index(b'w'), b.count(b'l'), b.split(), b.split(b'o', 1), b.replace(b'l', b'L'), b.upper(), b.title(), b.startswith(b'he'), b.endswith((b'x', b'd')))
print(b'\x00\xff\n\t\\\'"', b"it's", bytes(3), bytes([65, 66]), bytes('é', 'utf-8'), bytes(b'x'), bytes(range(5)), b''.join([b'a', b'b']), b'-'.join((b'1', b'2')), b' x '.strip(), b'xxaxx'.strip(b'x'), b'abc'.hex(), b'abcd'.hex('-', 2), bytes.fromhex('61 62ff'), b'a,b'.partition(b','), b'abc'.decode(), 'é'.encode().decode('utf-8'), b'\xe9'.decode('latin-1'), b'a\xffb'.decode('utf-8', 'replace'), b'a\xffb'.decode('utf-8', 'ignore'), b'\xff'.decode('utf-8', 'backslashreplace'))
print(b'a' < b'b', b'a' == bytearray(b'a'), hash(b'a') == hash(b'a'), {b'a': 1}[b'a'], b'12'.isdigit(), b'aB'.swapcase(), b'5'.zfill(3), b'a'.center(5, b'*'), b'a\nb'.splitlines(), b'ab'.translate(bytes.maketrans(b'a', b'z')), int(b'42'), float(b'1.5'), b'%d' if False else b'', memoryview(b'abc')[1], bytes(memoryview(b'abc')[1:]) if False else '', b'abc'.removeprefix(b'a'))
ba = bytearray(b'abc')
ba[0] = 122; ba.append(100); ba.extend(b'ef'); ba += b'g'; ba[1:3] = b'XY1'; del ba[-1]; ba.insert(0, 33); print(ba, ba.pop(), ba, bytes(ba), len(ba), bytearray(2), ba.upper(), ba == b'x'); ba.reverse(); print(ba)
for f in (lambda: b'a' + 'b', lambda: b'a'[5], lambda: b'a'['x'], lambda: bytes('a'), lambda: bytes([256]), lambda: bytes(-1), lambda: b'\xff'.decode(), lambda: b'\xc3'.decode(), lambda: b'a'.index(b'z'), lambda: bytes(1.5), lambda: b'a'.join(['x']), lambda: bytes.fromhex('zz'), lambda: 'a' in b'a', lambda: bytearray([300]), lambda: hash(bytearray()), lambda: b'\xe2\x28\xa1'.decode(), lambda: b'a'.decode('xx'), lambda: b'a' < 'a'):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
