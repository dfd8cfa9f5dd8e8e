# Each frame that is running shows its variables to those that it called, however far away.
import sys


def names_of_callers():
    frame = sys._getframe(1)
    while frame is not None:
        yield frame.f_code.co_name, sorted(name for name in frame.f_locals if not name.startswith('__'))
        frame = frame.f_back


def inner(x):
    return list(names_of_callers())


class Middle:
    def __init__(self, y):
        self.found = inner(y * 2)


def outer(model, unset=None):
    count = 3
    middle = Middle('q')
    return middle.found


for name, names in outer([1])[:3]:
    print(name, names)


def nearest(kind):
    frame = sys._getframe(1)
    while frame is not None:
        found = [value for value in frame.f_locals.values() if isinstance(value, kind)]
        if found:
            return frame.f_code.co_name, found
        frame = frame.f_back


print((lambda a: (lambda b: (lambda c: nearest(complex))(b))(a))(1j))
print([nearest(bytes) for _ in range(1)], nearest(int) is None)
