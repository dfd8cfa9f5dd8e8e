"""The end of a program: finalizers and module names, in order."""
import atexit
import weakref


class A:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('__del__', self.name)


atexit.register(print, 'atexit first registered')
atexit.register(print, 'atexit second registered')
first = A('first')
_private = A('_private')
second = A('second')
weakref.finalize(first, print, 'finalize of first')
weakref.finalize(second, print, 'finalize of second').atexit = False


def generator():
    try:
        yield A('yielded')
    finally:
        print('generator finally')


g = generator()
kept = next(g)
third = A('third')
print('last statement')
