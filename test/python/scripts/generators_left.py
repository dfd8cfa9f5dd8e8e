# A generator that is left in a handler or before its `finally` dies with what it holds, at once.
import weakref


class Value:
    pass


class Problem(Exception):
    pass


values = {}


def make(name):
    value = Value()
    values[name] = weakref.ref(value)
    return value


def plain(name):
    value = make(name)
    yield value


def in_handler(name):
    value = make(name)
    try:
        raise Problem
    except Problem:
        yield value


def in_named_handler(name):
    value = make(name)
    try:
        raise Problem
    except Problem as problem:
        values["problem"] = weakref.ref(problem)
        yield value


def at_the_end_of_another(name):
    value = make(name)
    below = iter([])
    try:
        next(below)
    except StopIteration:
        yield value


def before_finally(name):
    value = make(name)
    try:
        yield value
    finally:
        print("finally")


def after_handler(name):
    value = make(name)
    try:
        raise Problem
    except Problem:
        pass
    yield value


def delegated(name):
    yield from in_handler(name)


def leave(make_generator, name, how):
    generator = make_generator(name)
    next(generator)
    if how == "closed":
        generator.close()
    elif how == "thrown":
        try:
            generator.throw(KeyError)
        except KeyError:
            pass
    elif how == "exhausted":
        print(list(generator))


for make_generator in (plain, in_handler, in_named_handler, at_the_end_of_another, before_finally, after_handler, delegated):
    for how in ("left", "closed", "thrown", "exhausted"):
        name = f"{make_generator.__name__} {how}"
        leave(make_generator, name, how)
        print(name, values[name]() is None)
print(values["problem"]() is None)
