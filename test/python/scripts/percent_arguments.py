# Which argument a format takes comes before whether its letter is one; None of a mapping is None.
for use in (lambda: '%(x)s' % {'x': None}, lambda: '%(x)>' % {'x': 1}, lambda: '%s%>' % 3, lambda: '%s%>' % (3, 4), lambda: '%>' % (), lambda: '%(y)>' % {'x': 1}, lambda: '%s %(x)s' % {'x': 1}, lambda: '%(x)s %s' % {'x': 1}, lambda: '%%%>' % 3, lambda: '%5' % 3, lambda: '%*>' % (3,), lambda: '%*>' % (3, 4), lambda: b'%>' % 3, lambda: b'%s%>' % (b'a',), lambda: '%(x)d' % {'x': None}, lambda: '%s' % None, lambda: '%(x)s%(x)s' % {'x': ()}, lambda: '%.>' % 2, lambda: '%y %z' % (1,), lambda: '%s' % (), lambda: '%(x)%' % {'x': 1}, lambda: '%(q)%' % {'x': 1}, lambda: '%é' % 1, lambda: '%\n' % 1):
    try: print(repr(use()))
    except Exception as e: print(type(e).__name__, e)
for f,a in (("%5%",()),("%-%",()),("%(x)5%",{"x":1}),("%.2%",()),("%5%",1),("%5%",(1,2)),("%l%",())):
    try: print(repr(f % a))
    except Exception as e: print(type(e).__name__, e)
