"""Tracebacks of C++: none."""


class CapturedTraceback:
    @staticmethod
    def extract(*, script=False, cpp=False, skip=0):
        return CapturedTraceback()

    def summary(self):
        return []


def report_compile_source_on_error():
    import contextlib

    return contextlib.nullcontext()
