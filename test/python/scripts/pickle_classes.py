# picklers and unpicklers of one's own: files with several pickles, persistent ids, dispatch tables, overrides, buffers, extensions
import copyreg, io, pickle
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def __repr__(self): return f'Point({self.x}, {self.y})'
stream = io.BytesIO()
for value in (1, 'two', [3], {'four': 4}): pickle.dump(value, stream)
stream.seek(0)
print(pickle.load(stream), pickle.load(stream), stream.tell(), pickle.Unpickler(stream).load(), pickle.load(stream))
try: pickle.load(stream)
except EOFError as e: print('EOFError', e)
class P(pickle.Pickler):
    def persistent_id(self, obj):
        return ('point', obj.x) if isinstance(obj, Point) else None
class U(pickle.Unpickler):
    def persistent_load(self, pid):
        print('asked for', pid)
        return Point(pid[1], 'found')
    def find_class(self, module, name):
        print('find', module, name)
        return super().find_class(module, name)
for protocol in (2, 4):
    stream = io.BytesIO()
    P(stream, protocol).dump([Point(1, 2), Point(3, 4), io.BytesIO, len])
    stream.seek(0)
    print(U(stream).load())
class D(pickle.Pickler):
    dispatch_table = {Point: lambda p: (Point, (p.x, 'by table'))}
stream = io.BytesIO(); D(stream).dump(Point(1, 2)); print(pickle.loads(stream.getvalue()))
class O(pickle.Pickler):
    def reducer_override(self, obj):
        return (str, ('overridden',)) if obj is Point else NotImplemented
stream = io.BytesIO(); O(stream).dump([Point, Point(1, 2).x]); print(pickle.loads(stream.getvalue()))
copyreg.pickle(Point, lambda p: (Point, (p.x, 'by copyreg')))
print(pickle.loads(pickle.dumps(Point(5, 6))))
del copyreg.dispatch_table[Point]
stream = io.BytesIO(); p = pickle.Pickler(stream); shared = ['a']
p.dump(shared); first = stream.tell(); p.dump(shared); print(first, stream.tell()); p.clear_memo(); p.dump(shared); print(stream.tell())
buffers = []
data = pickle.dumps([pickle.PickleBuffer(b'abc'), pickle.PickleBuffer(bytearray(b'def'))], 5, buffer_callback=buffers.append)
print(data, [bytes(b.raw()) for b in buffers], [bytes(b) for b in pickle.loads(data, buffers=[b.raw() for b in buffers])])
print(pickle.dumps([pickle.PickleBuffer(b'abc'), pickle.PickleBuffer(bytearray(b'def')), bytearray(b'g')], 5))
copyreg.add_extension('io', 'BytesIO', 7)
print(pickle.dumps(Point.__init__.__class__ and io.StringIO, 2)[:3], pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, pickle.format_version)
copyreg.remove_extension('io', 'BytesIO', 7)
print(pickle.loads(b"(lp0\nI1\naS'py2'\np1\naV\\u20ac\np2\na."), pickle.loads(b'\x80\x02U\x02\xe9\xe8.', encoding='latin1'), pickle.loads(b'\x80\x02U\x02\xe9\xe8.', encoding='bytes'))
print(pickle.loads(b"c__builtin__\nunicode\n."), pickle.loads(b"ccopy_reg\n_reconstructor\n(c__main__\nPoint\nc__builtin__\nobject\nNtR(dS'x'\nI1\nsS'y'\nI2\nsb."))
print(pickle.loads(b'(i__main__\nPoint\n(dVx\nI1\nsVy\nI2\nsb.'), pickle.encode_long(-129), pickle.decode_long(b'\x7f\xff'))
