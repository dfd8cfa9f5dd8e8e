# exception groups: except*, split, subgroup
g = ExceptionGroup('g', [ValueError(1), TypeError('t'), ExceptionGroup('in', [KeyError('k'), ValueError(2)])])
print(repr(g), str(g), g.message, g.exceptions)
m, r = g.split(ValueError); print(repr(m)); print(repr(r))
print(repr(g.subgroup(lambda e: isinstance(e, KeyError))), g.subgroup(OSError), isinstance(g, Exception), type(BaseExceptionGroup('b', [ValueError()])).__name__, type(BaseExceptionGroup('b', [KeyboardInterrupt()])).__name__)
try:
    raise g
except* ValueError as e:
    print('VE', repr(e))
except* TypeError as e:
    print('TE', repr(e))
except* KeyError as e:
    print('KE', repr(e))
try:
    raise ValueError('single')
except* ValueError as e:
    print(repr(e))
try:
    try:
        raise ExceptionGroup('x', [ValueError(1), OSError(2)])
    except* ValueError:
        print('handled')
except ExceptionGroup as e:
    print('left', repr(e))
for f in (lambda: ExceptionGroup('a'), lambda: ExceptionGroup('a', []), lambda: ExceptionGroup('a', [5]), lambda: ExceptionGroup(5, [ValueError()]), lambda: ExceptionGroup('a', 5), lambda: ExceptionGroup('a', [KeyboardInterrupt()])):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
