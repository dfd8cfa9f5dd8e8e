# str.format: fields, attributes, items, conversions, nested specs
class P:
    def __init__(self): self.x = 1; self.d = {'k': [10, 20]}
    def __format__(self, spec): return f'<{spec}>'
    def __repr__(self): return 'P!'
    def __str__(self): return 'P?'
p = P()
print('{} {}'.format(1, 'a'), '{0} {1} {0}'.format('x', 'y'), '{a} {b}'.format(a=1, b=2), '{0.x} {0.d[k][1]}'.format(p), '{0[0]} {0[1]}'.format([5, 6]), '{0[a]}'.format({'a': 1}))
print('{!r} {!s} {!a}'.format(p, p, 'é'), '{:>5}|{:<5}|{:^5}|'.format(1, 'a', 'b'), '{:{}}|{:{w}.{p}f}'.format('a', 5, 3.14159, w=8, p=2), '{:abc}'.format(p), '{{}} {{{}}}'.format(1), '{0!r:>6}'.format('a'))
print('{:*^10}'.format('x'), '{:05d}'.format(42), '{:+}'.format(5), '{:,}'.format(1234567), '{x[0]}{y.real}'.format(x='ab', y=3), '{a}'.format_map({'a': 7}), '{:%}'.format(0.5), 'a}}b{{'.format())
class D(dict):
    def __missing__(self, key): return f'<{key}>'
print('{a} {b}'.format_map(D(a=1)))
for f in (lambda: '{}'.format(), lambda: '{1}'.format(0), lambda: '{a}'.format(), lambda: '{'.format(), lambda: '}'.format(), lambda: '{0} {}'.format(1, 2), lambda: '{} {0}'.format(1, 2), lambda: '{!x}'.format(1), lambda: '{.x}'.format(1), lambda: '{[a]}'.format([1]), lambda: '{:d}'.format('a'), lambda: '{:s}'.format(1), lambda: '{a.}'.format(a=1), lambda: '{a[}'.format(a=1), lambda: '{:>5'.format(1), lambda: '{0[5]}'.format([1])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
