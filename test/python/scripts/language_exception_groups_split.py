"""Proves except*, split, subgroup and derive."""
eg = ExceptionGroup('g', [ValueError(1), ExceptionGroup('n', [TypeError(2), KeyError('k')])])
print(eg, repr(eg), eg.message, len(eg.exceptions))
m, r = eg.split(ValueError)
print(m, r)
print(eg.subgroup(lambda e: isinstance(e, KeyError)), eg.subgroup(OSError))
try: raise eg
except* ValueError as e: print('V', e.exceptions)
except* (TypeError, KeyError) as e: print('T', e.exceptions)
try:
    try: raise eg
    except* KeyError: print('k')
except ExceptionGroup as rest: print('rest', rest)
try:
    try: raise ValueError('bare')
    except* ValueError as e: print(repr(e))
finally: print('end')
for f in (lambda: ExceptionGroup('x', []), lambda: ExceptionGroup('x', [1]), lambda: ExceptionGroup('x', ValueError()), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup('x', [KeyboardInterrupt()]), lambda: BaseExceptionGroup('b', [ValueError()])):
    try: print(repr(f()))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
for src in ('try: pass\nexcept* : pass', 'try: pass\nexcept* ValueError: pass\nexcept KeyError: pass', 'for i in []:\n try: pass\n except* V: break'):
    try: compile(src, 's', 'exec')
    except SyntaxError as e: print(e.msg)
