"""Proves sys: what programs ask of it."""
import sys

print(sys.version_info[:2], sys.version_info >= (3, 8), sys.version_info.major, sys.version.startswith('3.11'), sys.platform, sys.maxsize, sys.byteorder, sys.maxunicode)
print(sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.int_info.bits_per_digit, sys.hash_info.width, sys.getrecursionlimit(), sys.implementation.name, sys.hexversion >> 16 == 0x030b,
      sys.api_version, sys.flags.optimize, sys.flags.debug, len(sys.argv), isinstance(sys.executable, str), sys.getdefaultencoding(), sys.getfilesystemencoding())
print('sys' in sys.modules, sys.modules['sys'] is sys, sys.modules[__name__].__name__, 'json' in sys.stdlib_module_names, 'builtins' in sys.builtin_module_names, isinstance(sys.path, list))
sys.stdout.write('written\n')
print('to', 'out', file=sys.stdout, sep='-', end='!\n', flush=True)
print(sys.stdout.isatty(), sys.stdout.encoding, sys.stdout.name, sys.stdout.writable(), sys.stderr.fileno(), sys.__stdout__ is sys.stdout, sys.stdout.buffer is not None)
print('err', file=sys.stderr)
try:
    1 / 0
except ZeroDivisionError:
    kind, value, trace = sys.exc_info()
    print(kind, value, trace.tb_lineno)
print(sys.exc_info(), sys.intern('abc'), sys.getsizeof(1) > 0, sys.getrefcount(object()) >= 1, sys.is_finalizing(), sys.getsizeof([]) < sys.getsizeof([1, 2, 3]))


def frame():
    f = sys._getframe()
    return f.f_code.co_name, f.f_lineno > 1, f.f_back.f_code.co_name, f.f_globals is globals()


print(frame())
sys.setrecursionlimit(500)
print(sys.getrecursionlimit())


def deep(n):
    return deep(n + 1)


try:
    deep(0)
except RecursionError as error:
    print(error)
sys.setrecursionlimit(1000)
for call in [lambda: sys.exit(), lambda: sys.exit(3), lambda: sys.exit('text')]:
    try:
        call()
    except SystemExit as error:
        print(repr(error), error.code)
print(sys.displayhook(5), sys.gettrace(), sys.version_info)
sys.excepthook(ValueError, ValueError('shown'), None)
sys.exit('leaving')
