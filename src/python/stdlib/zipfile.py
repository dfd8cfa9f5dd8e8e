"""Archives: none is opened."""

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
    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, **kwargs):
        if 'r' in mode:
            raise OSError(f'{file}: archives are not opened here')
        self.filename = file
        self._names = []

    def write(self, filename, arcname=None, *args, **kwargs):
        self._names.append(str(arcname or filename))

    def writestr(self, zinfo_or_arcname, data, *args, **kwargs):
        self._names.append(str(getattr(zinfo_or_arcname, 'filename', zinfo_or_arcname)))

    def namelist(self):
        return list(self._names)

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
