"""Users: root alone."""


class struct_passwd(tuple):
    pw_name = property(lambda self: self[0])
    pw_passwd = property(lambda self: self[1])
    pw_uid = property(lambda self: self[2])
    pw_gid = property(lambda self: self[3])
    pw_gecos = property(lambda self: self[4])
    pw_dir = property(lambda self: self[5])
    pw_shell = property(lambda self: self[6])


_root = struct_passwd(('root', 'x', 0, 0, 'root', '/root', '/bin/bash'))


def getpwuid(uid):
    return _root


def getpwnam(name):
    if name != 'root':
        raise KeyError(f'getpwnam(): name not found: {name!r}')
    return _root


def getpwall():
    return [_root]
