"""Exceptions keep frames alive until they are handled."""
import sys


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('  dead', self.name)


class E(Exception):
    def __del__(self):
        print('  dead exception', self.args)


def fail(x):
    local = T('local of fail')
    raise E('fail')


def outer(x):
    local = T('local of outer')
    fail(x)


print('caught by name')
try:
    outer(T('arg'))
except E as e:
    print('  handler')
print('  after')
print('caught without a name')
try:
    outer(T('arg'))
except E:
    print('  handler')
print('  after')
print('caught and kept')
try:
    outer(T('arg'))
except E as e:
    kept = e
print('  kept')
kept.__traceback__ = None
print('  traceback dropped')
kept = None
print('finally')
try:
    try:
        outer(T('arg'))
    finally:
        print('  finally')
except E:
    print('  handler')
print('  after')
print('raise from')
try:
    try:
        outer(T('first'))
    except E as e:
        raise ValueError('second') from e
except ValueError as v:
    print('  handler', repr(v.__cause__))
print('  after')
print('context')
try:
    try:
        outer(T('first'))
    except E:
        {}['x']
except KeyError as k:
    print('  handler', repr(k.__context__))
print('  after')
print('reraise')


def reraise():
    here = T('local of reraise')
    try:
        outer(T('arg'))
    except E:
        print('  reraising')
        raise


try:
    reraise()
except E:
    print('  handler')
print('  after')
print('in a function')


def handles():
    mine = T('local of handles')
    try:
        fail(mine)
    except E as e:
        print('  handler')
    print('  end of handles')


handles()
print('  returned')
print('returned from the handler')


def returns():
    try:
        fail(1)
    except E as e:
        return T('returned')


r = returns()
print('  returned')
r = None
print('exception as a value')
error = E('value')
try:
    raise error
except E:
    print('  handler')
print('  after')
error = None
print('loop')
for i in range(2):
    try:
        fail(T(i))
    except E:
        continue
    finally:
        print('  finally', i)
print('with')


class Manager:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print('  enter')
        return T('target')

    def __exit__(self, *args):
        print('  exit', args[0])
        return True

    def __del__(self):
        print('  dead manager', self.name)


with Manager('w') as target:
    print('  in with')
print('  after with')
target = None
with Manager('raises') as target:
    fail(T('in with'))
print('  after with')
target = None
with Manager('first') as a, Manager('second') as b:
    print('  in both')
print('  after both')
a = b = None
print('exc_info')
try:
    fail(T('info'))
except E:
    info = sys.exc_info()
print('  kept')
info = None
print('  gone')
print('else')
try:
    t = T('in try')
except E:
    pass
else:
    t = T('in else')
print('  after')
t = None
print('assertion')
try:
    assert not T('asserted'), 'message'
except AssertionError:
    print('  handler')
print('  after')
print('group')
try:
    raise ExceptionGroup('g', [E('one'), E('two')])
except* E as group:
    print('  handler', len(group.exceptions))
print('  after')
print('exception in __init__')


class Fails:
    def __init__(self):
        self.thing = T('attribute')
        raise E('init')

    def __del__(self):
        print('  dead Fails')


try:
    Fails()
except E:
    print('  handler')
print('  after')
print('exception in a generator')


def gen(x):
    yield 1
    raise E('gen')


try:
    for v in gen(T('arg')):
        pass
except E:
    print('  handler')
print('  after')
print('exception in a comprehension')
try:
    [fail(t) for t in [T(1), T(2)]]
except E:
    print('  handler')
print('  after')
print('exception in a key function')
try:
    sorted([T(1), T(2)], key=fail)
except E:
    print('  handler')
print('end')
