"""Archives: those of known data files are opened; what is in others is unknown."""

import io
import os
from _known_files import members as _members
from _host import unknown as _unknown
from builtins import open as _open

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14


class BadZipFile(Exception):
    pass


BadZipfile = error = BadZipFile


class LargeZipFile(Exception):
    pass


class ZipInfo:
    def __init__(self, filename='NoName', date_time=(1980, 1, 1, 0, 0, 0)):
        self.filename = filename
        self.date_time = date_time
        self.file_size = 0


class ZipFile:
    def __new__(cls, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, **kwargs):
        self = super().__new__(cls)
        self._contents = {}
        if 'r' in mode:
            if hasattr(file, 'read'):
                self._contents = _members(file.read())
            else:
                with _open(file, 'rb') as packed:
                    self._contents = _members(packed.read())
            if self._contents is None:
                return _unknown('the content of an archive')
        self.filename = file
        self._names = list(self._contents)
        return self

    def write(self, filename, arcname=None, *args, **kwargs):
        self._names.append(str(arcname or filename))

    def writestr(self, zinfo_or_arcname, data, *args, **kwargs):
        self._names.append(str(getattr(zinfo_or_arcname, 'filename', zinfo_or_arcname)))

    def namelist(self):
        return list(self._names)

    def infolist(self):
        return [self.getinfo(name) for name in self._names]

    def getinfo(self, name):
        if name not in self._names:
            raise KeyError(f'There is no item named {name!r} in the archive')
        info = ZipInfo(name)
        info.file_size = len(self._contents.get(name, b''))
        return info

    def read(self, name, pwd=None):
        return self._contents[self.getinfo(getattr(name, 'filename', name)).filename]

    def open(self, name, mode='r', pwd=None, *, force_zip64=False):
        return io.BytesIO(self.read(name))

    def extract(self, member, path=None, pwd=None):
        name = getattr(member, 'filename', member)
        target = os.path.join(path or '.', name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with _open(target, 'wb') as file:
            file.write(self.read(name))
        return target

    def extractall(self, path=None, members=None, pwd=None):
        for member in self._names if members is None else members:
            self.extract(member, path)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


class Path:
    pass


def is_zipfile(filename):
    return False


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
