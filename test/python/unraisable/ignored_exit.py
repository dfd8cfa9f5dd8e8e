"""A generator that ignores its exit as it dies: all on standard error, where CPython tells of it."""
import sys


class Finalized:
    def __del__(self):
        pass


finalized = Finalized()


def inner():
    try:
        yield 0
        try:
            yield 3
        except GeneratorExit:
            print('caught', file=sys.stderr)
        yield 4
    finally:
        print('end of inner', file=sys.stderr)


def outer():
    yield from inner()


generator = outer()
next(generator)
next(generator)
del generator
print('deleted', file=sys.stderr)
