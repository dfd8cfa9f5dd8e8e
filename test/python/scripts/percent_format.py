# str %: conversions, flags, widths, mappings, errors
print('%d %i %u' % (1, -2, 3), '%5d|%-5d|%05d|%+d|% d' % (1, 2, 3, 4, 5), '%x %X %o %#x %#o %#X' % (255, 255, 8, 255, 8, 255), '%c%c' % ('a', 98), '%s %r %a' % ('x', 'y', 'é'), '%%' % ())
print('%f %.2f %10.3f %-10.1f| %+.1f %05.1f' % (1.5, 2.345, 3.14159, 2.5, 1.0, 2.5), '%e %.2e %E' % (12345.678, 0.00012, 1e100), '%g %g %g %.3g %G' % (1e-5, 123456789, 0.0001, 1234.5, 1e-10))
print('%s' % [1, 2], '%s' % (1,), '%s %s' % (1, (2, 3)), '%(a)s %(b)05.1f' % {'a': 1, 'b': 2.5}, '%*d|%-*d|%.*f' % (5, 42, 5, 42, 2, 3.14159), '%5s|%-5s|%.2s|%5.1s|' % ('ab', 'cd', 'efg', 'hij'), '%d' % 3.99, '%d' % -3.99, '%s' % None, '%s' % {}, '%r' % 'a', '%5.3d' % 7, '%x' % -255, '%d' % True, '%d' % 10**20 if False else '')
print('%.0f %.0f %.0f' % (0.5, 1.5, 2.5), '%i%%' % 50, '%s' % 'a%b', '%f %f' % (float('inf'), float('nan')), '%05d' % -42, '%#.3g' % 1.0, '%+d' % 0, '% 5d' % 42, '%-+5d|' % 42)
for f in (lambda: '%d' % 'a', lambda: '%s %s' % 1, lambda: '%s' % (1, 2), lambda: '%x' % 1.5, lambda: '%c' % 'ab', lambda: '%q' % 1, lambda: '%(a)s' % 1, lambda: '%(a)s' % {}, lambda: 'a%' % (), lambda: '%f' % 'x', lambda: 'x' % 1, lambda: '%*d' % ('a', 1), lambda: '%c' % -1, lambda: '%d' % None, lambda: '%d' % []):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
