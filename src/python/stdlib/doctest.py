"""Examples in docstrings: they are not run here."""

ELLIPSIS, NORMALIZE_WHITESPACE, IGNORE_EXCEPTION_DETAIL, SKIP = 8, 4, 32, 16
DONT_ACCEPT_TRUE_FOR_1, REPORT_NDIFF, FAIL_FAST = 1, 256, 1024


class TestResults(tuple):
    failed = property(lambda self: self[0])
    attempted = property(lambda self: self[1])

    def __repr__(self):
        return f'TestResults(failed={self[0]}, attempted={self[1]})'


def testmod(m=None, *args, **kwargs):
    from _host import note
    note('missing', 'the examples of doctest are not run here')
    return TestResults((0, 0))


testfile = testmod


def run_docstring_examples(f, globs, *args, **kwargs):
    pass


class DocTestRunner:
    pass


class DocTestParser:
    pass


class DocTestFinder:
    pass


class OutputChecker:
    pass
