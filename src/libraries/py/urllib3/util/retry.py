"""How often a request is tried again: nothing answers here, so that it never matters."""


class Retry:
    DEFAULT_ALLOWED_METHODS = frozenset(['HEAD', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

    def __init__(self, total=10, **options):
        self.total = total
        self.__dict__.update(options)
