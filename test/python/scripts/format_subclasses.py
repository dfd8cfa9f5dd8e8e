"""Proves what is shown of a value whose class is made of a built-in one and has a `__str__` of its own."""


class Text(str):
    def __str__(self):
        return 'Text!'


class Wrong(str):
    def __str__(self):
        return 5


class Int(int):
    def __str__(self):
        return 'Int!'


class Float(float):
    def __str__(self):
        return 'Float!'


class Shown(str):
    def __repr__(self):
        return 'shown'


WAYS = {
    'field': lambda v: f'{v}',
    'empty spec': lambda v: f'{v:}',
    'width': lambda v: f'{v:5}',
    '!s': lambda v: f'{v!s}',
    '!r': lambda v: f'{v!r}',
    'format': format,
    'str.format': '{}'.format,
    'str.format width': '{:5}'.format,
    '__format__': lambda v: v.__format__(''),
    '%s': lambda v: '%s' % v,
    '%5s': lambda v: '%5s' % v,
    'str': str,
    'again': lambda v: type(v)(v),
}
for value in (Text('a'), Wrong('b'), Int(3), Float(2.5), Shown('c')):
    for name, way in WAYS.items():
        try:
            print(type(value).__name__, name, way(value))
        except TypeError as error:
            print(type(value).__name__, name, error)
