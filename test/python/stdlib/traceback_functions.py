# The traceback module: formatting, extraction, chains, limits, groups, stack summaries.
import traceback, sys
def a(): b()
def b(): raise ValueError('deep')
try: a()
except ValueError as e:
    print([f.name for f in traceback.extract_tb(e.__traceback__)], traceback.format_exception_only(e), traceback.format_exception_only(type(e), e))
    text = traceback.format_exc(); print(len(text.splitlines()) >= 7, text.splitlines()[0], text.splitlines()[-1])
    print(len(traceback.format_tb(e.__traceback__)))
    te = traceback.TracebackException.from_exception(e); print(te.exc_type.__name__, str(te), list(te.format())[-1], te.stack[0].name)
    fs = traceback.extract_tb(e.__traceback__)[-1]; print(fs.name, fs.line, fs.lineno > 0, fs.filename.endswith('.py'))
try:
    try: 1 / 0
    except ZeroDivisionError as z: raise KeyError('k') from z
except KeyError as k:
    t = traceback.format_exception(k); print(''.join(t).count('direct cause'), ''.join(traceback.format_exception(k, chain=False)).count('Traceback'))
e = ValueError('noted'); e.add_note('first'); e.add_note('second\nline'); print(traceback.format_exception_only(e))
print(''.join(traceback.format_exception(ExceptionGroup('g', [ValueError(1), TypeError(2)]))))
def stack(): return [f.name for f in traceback.extract_stack()][-2:]
print(stack(), traceback.format_list([('f.py', 3, 'fn', 'code')]))
traceback.print_exception(OSError(2, 'No such file', 'x'), file=sys.stdout)
