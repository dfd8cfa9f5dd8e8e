# print writes piece by piece: to files of programs, beside what __str__ prints, and before an error.
import sys


class File:
    def __init__(self):
        self.seen = []

    def write(self, text):
        self.seen.append(text)

    def flush(self):
        self.seen.append('FLUSH')


class Loud:
    def __str__(self):
        print('[making]', end='')
        return 'loud'


class Wrong:
    def __str__(self):
        return 5


class Raises:
    def __repr__(self):
        raise ValueError('no text')


file = File()
print(1, 'two', [3], sep='-', end='!', file=file, flush=True)
print(file=file)
print('', '', sep='', file=file)
print(file.seen)
print('a', Loud(), 'b', Loud())
for value in (Wrong(), Raises()):
    try:
        print('before', 2, value, 'after')
    except Exception as error:
        print()
        print(type(error).__name__, error)
file = File()
try:
    print('x', Raises(), file=file)
except ValueError:
    print(file.seen)
old, sys.stdout = sys.stdout, File()
print('caught', 1)
caught, sys.stdout = sys.stdout, old
print(caught.seen)
sys.stdout = None
print('nowhere', Loud())
sys.stdout = old


class Switches:
    def __str__(self):
        sys.stdout = None
        return 'switched'


print('still', Switches(), 'here')
sys.stdout = old
for call in (lambda: print(1, file=5), lambda: print(1, sep=1), lambda: print(1, end=b''), lambda: print(1, nope=1), lambda: print(1, file=object())):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
