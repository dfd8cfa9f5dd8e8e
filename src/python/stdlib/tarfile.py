"""Archives: those of known data files are opened; what is in others is unknown."""

import io
import os
from _known_files import members as _members
from _host import unknown as _unknown
from builtins import open as _open

REGTYPE, DIRTYPE, SYMTYPE, LNKTYPE = b'0', b'5', b'2', b'1'


class TarError(Exception):
    pass


class ReadError(TarError):
    pass


class CompressionError(TarError):
    pass


class ExtractError(TarError):
    pass


class TarInfo:
    type = REGTYPE
    mode = 0o644

    def __init__(self, name=''):
        self.name = name
        self.size = 0

    @property
    def path(self):
        return self.name

    def isfile(self):
        return self.type == REGTYPE

    isreg = isfile

    def isdir(self):
        return self.type == DIRTYPE

    def issym(self):
        return self.type == SYMTYPE

    def islnk(self):
        return self.type == LNKTYPE

    def __repr__(self):
        return f'<TarInfo {self.name!r} at {id(self):#x}>'


class TarFile:
    """An archive that is read."""

    def __new__(cls, name=None, mode='r', fileobj=None, **kwargs):
        contents = None
        if mode[:1] == 'r':
            if fileobj is not None:
                contents = _members(fileobj.read())
            else:
                with _open(name, 'rb') as file:
                    contents = _members(file.read())
        if contents is None:
            return _unknown('the content of an archive')
        self = super().__new__(cls)
        self.name = name
        self.mode = mode
        self.closed = False
        self._contents = contents
        self._infos = {}
        for path, content in contents.items():
            info = self._infos[path] = TarInfo(path)
            info.size = len(content)
        return self

    @classmethod
    def open(cls, name=None, mode='r', fileobj=None, bufsize=10240, **kwargs):
        return cls(name, mode, fileobj)

    def getmembers(self):
        return list(self._infos.values())

    def getnames(self):
        return list(self._infos)

    def getmember(self, name):
        if name not in self._infos:
            raise KeyError(f'filename {name!r} not found')
        return self._infos[name]

    def __iter__(self):
        return iter(self.getmembers())

    def extractfile(self, member):
        info = member if isinstance(member, TarInfo) else self.getmember(member)
        return io.BytesIO(self._contents[info.name])

    def extract(self, member, path='', set_attrs=True, *, numeric_owner=False, filter=None):
        info = member if isinstance(member, TarInfo) else self.getmember(member)
        target = os.path.join(path, info.name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with _open(target, 'wb') as file:
            file.write(self._contents[info.name])

    def extractall(self, path='.', members=None, *, numeric_owner=False, filter=None):
        for member in self if members is None else members:
            self.extract(member, path)

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


open = TarFile.open


def is_tarfile(name):
    try:
        TarFile(name)
    except OSError:
        return False
    return True


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
