"""Archives: none is opened."""


class TarError(Exception):
    pass


class ReadError(TarError):
    pass


class ExtractError(TarError):
    pass


class TarInfo:
    def __init__(self, name=''):
        self.name = name
        self.size = 0


class TarFile:
    def __init__(self, *args, **kwargs):
        raise OSError('archives are not opened here')

    @classmethod
    def open(cls, *args, **kwargs):
        raise OSError('archives are not opened here')


open = TarFile.open


def is_tarfile(name):
    return False


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
