"""What an exception's traceback keeps alive, and until when."""
import sys
import weakref


class A:
    def __init__(self, name):
        self.name = name
        weakref.finalize(self, print, 'death of', name)


def fails(name):
    local = A(name)
    raise ValueError(name)


print('-- the handler names it')
try:
    fails('one')
except ValueError as e:
    print('in handler')
print('after handler')

print('-- kept beyond the handler')
try:
    fails('two')
except ValueError as e:
    kept = e
print('still alive', kept.__traceback__ is not None)
kept.__traceback__ = None
print('traceback dropped')
del kept

print('-- with_traceback(None)')
try:
    fails('three')
except ValueError as e:
    kept = e.with_traceback(None)
    print('in handler', kept.__traceback__)
print('after')
del kept

print('-- del in the handler')
try:
    fails('four')
except ValueError as e:
    del e
    print('name deleted')
print('after')

print('-- raise from')
try:
    try:
        fails('inner')
    except ValueError as e:
        a = A('outer local')
        raise KeyError('outer') from e
except KeyError as k:
    print('cause alive', type(k.__cause__).__name__)
    k.__cause__ = None
    print('cause dropped')
    k.__context__ = None
    print('context dropped')
print('after')
del a

print('-- sys.exc_info in a variable')


def keeps():
    try:
        fails('five')
    except ValueError:
        info = sys.exc_info()
        print('has', info[0].__name__)
        del info
        print('info deleted')
    print('left handler')


keeps()

print('-- exception as a return value')


def returned():
    here = A('frame of returned')
    try:
        fails('six')
    except ValueError as e:
        return e


x = returned()
print('returned')
x = None
print('dropped')

print('-- in a list, then popped')
errors = []
for n in 'ab':
    try:
        fails(n)
    except ValueError as e:
        errors.append(e)
print('both', len(errors))
errors.pop()
print('popped')
errors.clear()
print('end')
