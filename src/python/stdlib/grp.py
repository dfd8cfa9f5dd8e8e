"""Groups: root alone."""


class struct_group(tuple):
    gr_name = property(lambda self: self[0])
    gr_gid = property(lambda self: self[2])


def getgrgid(id):
    return struct_group(('root', 'x', 0, []))


def getgrnam(name):
    return struct_group(('root', 'x', 0, []))


def getgrall():
    return [getgrgid(0)]
