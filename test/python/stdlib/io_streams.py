"""Proves io: text and bytes in memory."""
import contextlib
import io

s = io.StringIO('one\ntwo\nthree')
print(s.readline(), s.read(2), s.tell(), s.read(), s.read(), s.seek(0), list(s), s.getvalue() == 'one\ntwo\nthree', s.seek(4), s.write('TWO!'), s.getvalue(), s.truncate(5), s.getvalue())
s = io.StringIO()
print('a', 1, sep='-', file=s)
print(s.write('xy'), s.writelines(['p', 'q']), repr(s.getvalue()), s.readable(), s.writable(), s.seekable(), s.isatty(), s.closed)
with s as entered:
    pass
for call in [s.read, s.getvalue, lambda: io.StringIO(3), lambda: io.StringIO().write(b''), lambda: io.StringIO('a').seek(-1), lambda: io.StringIO().fileno()]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
b = io.BytesIO(b'line1\nline2')
print(b.readline(), b.read(3), b.tell(), b.seek(-2, 2), b.read(), b.getvalue(), b.seek(0), b.readlines(), b.getbuffer().nbytes, b.write(b'!'), b.seek(2), b.truncate(), b.getvalue(), b.readinto(bytearray(2)))
t = io.TextIOWrapper(io.BytesIO('é\nb'.encode()), encoding='utf-8')
print(t.readline(), t.read(), t.encoding)
out = io.StringIO()
with contextlib.redirect_stdout(out):
    print('hidden')
print(repr(out.getvalue()), isinstance(out, io.TextIOBase), isinstance(b, io.IOBase), io.SEEK_END, io.DEFAULT_BUFFER_SIZE)
n = io.StringIO('a\r\nb\rc', newline=None)
print(n.readlines(), io.StringIO('a\r\nb', newline='').readlines(), io.StringIO('a\nb').readlines(), [line for line in io.BytesIO(b'x\ny')])
r = io.BufferedReader(io.BytesIO(b'abcdef'))
print(r.read(2), r.peek(2)[:2], r.read())
with open(__file__) as f:
    print(f.readline().strip(), f.name == __file__, f.mode, f.encoding.lower(), f.closed, len(f.readlines()) > 5)
print(f.closed)
try:
    open('/no/such/file')
except FileNotFoundError as error:
    print(error, error.errno, error.filename, error.strerror)
for mode in ('rw', '', 'z', 'rbt', 'rr'):
    try:
        open(__file__, mode)
    except (ValueError, OSError) as error:
        print(type(error).__name__, str(error).replace(__file__, 'FILE'))
