"""Proves which makers of sequences ask an iterable for its length first, and what becomes of what it answers."""


class Sized:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        print('len', end=' ')
        if isinstance(self.length, BaseException):
            raise self.length
        return self.length


class Iterable(Sized):
    def __iter__(self):
        print('iter', end=' ')
        return iter([1, 2])


class Iterator(Iterable):
    def __iter__(self):
        print('iter', end=' ')
        return self

    def __next__(self):
        raise StopIteration


class Hinted:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        return iter('a')

    def __length_hint__(self):
        print('hint', end=' ')
        if isinstance(self.hint, BaseException):
            raise self.hint
        return self.hint


def unpacked(value):
    first, *rest = value
    return first, rest


USES = {
    'list': list,
    'tuple': tuple,
    'bytes': bytes,
    'bytearray': bytearray,
    'extend': lambda a: [].extend(a),
    'list display': lambda a: [*a],
    'tuple display': lambda a: (*a,),
    'set display': lambda a: {*a},
    'slice': lambda a: [0].__setitem__(slice(0, 1), a),
    '+=': lambda a: [].__iadd__(a),
    'join': lambda a: b''.join(a),
    'sorted': sorted,
    'set': set,
    'sum': sum,
    'zip': lambda a: list(zip(a)),
    'unpacking': unpacked,
    'call': lambda a: (lambda *b: b)(*a),
    'comprehension': lambda a: [x for x in a],
    'enumerate': lambda a: list(enumerate(a)),
    'fromkeys': lambda a: dict.fromkeys(a),
    'dict': lambda a: dict([a]),
    'in': lambda a: 1 in a,
    'bool': bool,
}
for answer in (-1, 1, ValueError('v'), TypeError('t'), 'x', 2.5, True, NotImplemented):
    for cls in (Sized, Iterable, Iterator, Hinted):
        for name, use in USES.items():
            print(cls.__name__, repr(answer), name, end=': ')
            try:
                print(use(cls(answer)))
            except Exception as error:
                print(type(error).__name__, error)
