"""Proves where the carets of an expression of several lines end in its first line, which is not of ASCII alone."""


class Plain:
    def __init__(self, *arguments):
        pass


def one():
    with Plain("abc") as a:
        pass


def two():
    with Plain("ΑΒγ") as a:
        pass


def three():
    with Plain("ΑΒγΑΒγ") as a:
        pass


def four():
    with Plain("🙂") as a1:
        pass


def five():
    x = 1; Plain("ΑΒγ", 2)(
        3)


def nested(functions):
    try:
        functions[0]()
    finally:
        if functions[1:]:
            nested(functions[1:])


nested([one, two, three, four, five])
