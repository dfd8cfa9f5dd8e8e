"""The lines of several files."""


def input(files=None, *args, **kwargs):
    for name in [files] if isinstance(files, str) else files or ():
        with open(name) as f:
            yield from f


class FileInput:
    pass
