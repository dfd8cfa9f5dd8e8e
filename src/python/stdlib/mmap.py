"""Files in memory: none is mapped."""

ACCESS_READ, ACCESS_WRITE, ACCESS_COPY, ACCESS_DEFAULT = 1, 2, 3, 0
MAP_SHARED, MAP_PRIVATE, MAP_ANON, MAP_ANONYMOUS = 1, 2, 32, 32
PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
PAGESIZE = ALLOCATIONGRANULARITY = 4096
error = OSError


class mmap:
    def __init__(self, fileno, length, *args, **kwargs):
        if fileno != -1:
            raise OSError(19, 'files are not mapped here')
        self._data = bytearray(length)

    def __len__(self):
        return len(self._data)

    def __getitem__(self, i):
        return self._data[i]

    def __setitem__(self, i, value):
        self._data[i] = value

    def close(self):
        pass

    flush = close

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
