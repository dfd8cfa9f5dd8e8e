# a memoryview sees and writes the bytes of what it was made of
b = bytearray(b'abcdef')
m = memoryview(b); print(m.readonly, m.obj is b, memoryview(b'a').readonly, len(m), m[0], m[-1])
m[0] = 65; b[1] = 66; print(bytes(m), bytes(m.toreadonly()), m.toreadonly().readonly, b)
m[2:4] = b'XY'; print(b, bytes(m[2:]), m[2:][0]); m[2:][0] = 33; print(b)
for f in (lambda: m.__setitem__(9, 1), lambda: m.__setitem__(0, 300), lambda: m.__setitem__(slice(0, 2), b'a'), lambda: memoryview(b'a').__setitem__(0, 1), lambda: memoryview(3), lambda: memoryview('a'), lambda: m['a']):
    try: f()
    except Exception as e: print(type(e).__name__, e)
print(m == b, m == bytes(b), m.shape, m.strides, m.nbytes, m.tolist(), m.hex(), m.format, m.itemsize, m.ndim, m.contiguous, bytes(m[::2]), list(m), 65 in m)
with memoryview(b) as v: print(v.tobytes())
print(b''.join([memoryview(b'ab'), b'c']), bytes(memoryview(b'ab')) + b'x', bytearray(memoryview(b'q')), memoryview(memoryview(b)).obj is b, m.suboffsets)
import io, struct
s = io.BytesIO(b'hello'); t = bytearray(3); print(s.readinto(t), t, s.readinto(memoryview(t)[1:]), t, struct.unpack('<H', memoryview(b'ab')), int.from_bytes(memoryview(b'ab'), 'big'))
