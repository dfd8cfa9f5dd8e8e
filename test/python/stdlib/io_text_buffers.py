# In-memory files: reading, seeking, truncating, lines, newlines, wrappers, errors.
import io
s = io.StringIO('a\nbb\nccc'); print(s.readline(), s.read(2), s.tell(), s.readlines(), s.read(), s.seek(0), list(s), s.getvalue())
s.seek(0, 2); s.write('!'); s.seek(2); s.write('XY'); print(repr(s.getvalue()), s.truncate(3), repr(s.getvalue()), s.writable(), s.isatty())
b = io.BytesIO(b'hello'); print(b.read(2), b.getbuffer()[0], b.seek(-1, 2), b.read(), b.getvalue(), b.readinto(bytearray(3)), b.seek(1), b.read1(2), b.peek(1) if hasattr(b, 'peek') else '')
b.seek(7); b.write(b'x'); print(b.getvalue())
t = io.TextIOWrapper(io.BytesIO('é\r\nü\n'.encode()), encoding='utf-8'); print(repr(t.read()), t.encoding)
print(io.StringIO('a\r\nb\rc\n', newline=None).readlines(), io.StringIO('a\r\nb', newline='').readlines())
with io.StringIO() as f:
    print('x', 1, sep='-', end='|', file=f); f.writelines(['a', 'b']); v = f.getvalue()
print(v, f.closed)
for bad in (lambda: f.read(), lambda: io.StringIO(5), lambda: io.BytesIO('x'), lambda: io.StringIO().write(b'x'), lambda: io.BytesIO().write('x'), lambda: io.StringIO('a').seek(1, 1), lambda: io.StringIO('a').seek(-1), lambda: io.BytesIO(b'a').seek(-5, 1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(io.StringIO('abc').read(None), io.BytesIO(b'ab\ncd').readline(1), list(io.BytesIO(b'a\nb')), io.DEFAULT_BUFFER_SIZE, isinstance(io.StringIO(), io.TextIOBase))
