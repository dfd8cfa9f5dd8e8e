"""Proves `bytes % values`: conversions, mappings, widths, and the words of its errors."""


class Own:
    def __bytes__(self):
        return b'own'


print(b'%d %i %x %X %o' % (1, -2, 255, 255, 8), b'%s-%b' % (b'a', bytearray(b'b')), b'%a %r' % ('é', 'x'))
print(b'%c%c' % (65, b'B'), b'%5s|%-5s|%05d|%+d' % (b'x', b'y', 42, 3), b'%.2f %e %g' % (1.5, 10.0, 0.1), b'%%')
print(b'%(a)s %(b)d' % {b'a': b'one', b'b': 2}, b'%s' % Own(), bytearray(b'%d') % 3, b'%.2s' % b'abc', b'%*d' % (4, 7))
for form, values in [(b'%s', 'x'), (b'%d', 'x'), (b'%c', 300), (b'%c', 'x'), (b'%d', ()), (b'%d', (1, 2)),
                     (b'%y', 1), (b'%', 1), (b'%(a)s', 1), (b'', b'x')]:
    try:
        print(form % values)
    except Exception as error:
        print(type(error).__name__, error)
