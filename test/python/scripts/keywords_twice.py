"""Proves the error of a keyword argument given twice: it has other words where an exception is being handled."""


def call(**keywords):
    return keywords


def twice():
    try:
        call(k=1, **{'k': 2})
    except (TypeError, KeyError) as error:
        print(type(error).__name__, error)


twice()
try:
    raise ValueError
except ValueError:
    twice()
finally:
    twice()
try:
    try:
        raise ValueError
    finally:
        twice()
except ValueError:
    pass
