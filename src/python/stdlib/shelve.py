"""A dict that would be kept in a file."""


class Shelf(dict):
    def close(self):
        pass

    sync = close

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def open(filename, flag='c', protocol=None, writeback=False):
    return Shelf()
