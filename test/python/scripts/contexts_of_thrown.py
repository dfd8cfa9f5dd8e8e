# What an exception that is thrown into a generator has as its context: what the generator handles, never what is handled outside.
import traceback


def plain():
    yield 1


def handling():
    try:
        raise KeyError('inside')
    except KeyError:
        yield 2


def delegating():
    yield from plain()


def raising():
    try:
        yield 3
    except ValueError:
        raise TypeError('instead')


def shown(error):
    names = []
    while error is not None:
        names.append(type(error).__name__)
        error = error.__context__
    return names


for make in (plain, handling, delegating, raising):
    generator = make()
    next(generator)
    try:
        try:
            raise IndexError('outside')
        finally:
            generator.throw(ValueError('thrown'))
    except Exception as error:
        print(make.__name__, shown(error))
    try:
        try:
            raise IndexError('outside')
        except IndexError:
            generator.throw(ValueError('again'))
    except Exception as error:
        print('finished', shown(error))
    try:
        try:
            raise IndexError('outside')
        except IndexError:
            make().throw(ValueError('not begun'))
    except Exception as error:
        print('not begun', shown(error))


def called():
    raise ValueError('called')


try:
    try:
        raise IndexError('outside')
    finally:
        sorted([1, 2], key=lambda _: called())
except ValueError as error:
    print('through a native', shown(error))
try:
    try:
        raise IndexError('outside')
    finally:
        next(x.nothing for x in [1])
except AttributeError as error:
    print('through a generator', shown(error))
print({**dict([(1, 2)])}, {1: 2}.items() & [(1, 2), 3, [4]], {1, 2} & {1: 2}.keys(), {1: [2]}.items() & [(1, [3])])
for other in ([[1]], {1, 2, 3}, [(1, [2])], {1: [2], 3: 4}.items()):
    try:
        print({1: [2]}.items() & other)
    except TypeError as error:
        print('TypeError', error)
    try:
        print({1: [2]}.items().isdisjoint(other), {1: [2]}.keys().isdisjoint(other))
    except TypeError as error:
        print('TypeError', error)


class Strange:
    def __iter__(self):
        return 5


for make in (lambda: dict([Strange()]), lambda: ''.join(Strange()), lambda: {}.update([[1, 2], Strange()])):
    try:
        make()
    except TypeError as error:
        print('TypeError', error)
