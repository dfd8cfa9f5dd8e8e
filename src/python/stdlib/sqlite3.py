"""Databases: none is opened."""

PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2
version = '2.6.0'
sqlite_version = '3.40.1'
sqlite_version_info = (3, 40, 1)
apilevel, threadsafety, paramstyle = '2.0', 1, 'qmark'


class Warning(Exception):
    pass


class Error(Exception):
    pass


class DatabaseError(Error):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class InterfaceError(Error):
    pass


class Connection:
    pass


class Cursor:
    pass


class Row:
    pass


def connect(database, *args, **kwargs):
    raise OperationalError('databases are not opened here')


def register_adapter(type, adapter):
    pass


def register_converter(typename, converter):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
