"""Constants and tests for the modes of files."""

ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG = 0o040000, 0o020000, 0o060000, 0o100000
S_IFIFO, S_IFLNK, S_IFSOCK = 0o010000, 0o120000, 0o140000
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001
S_IREAD, S_IWRITE, S_IEXEC = S_IRUSR, S_IWUSR, S_IXUSR


def S_IMODE(mode):
    return mode & 0o7777


def S_IFMT(mode):
    return mode & 0o170000


def S_ISDIR(mode):
    return S_IFMT(mode) == S_IFDIR


def S_ISREG(mode):
    return S_IFMT(mode) == S_IFREG


def S_ISLNK(mode):
    return S_IFMT(mode) == S_IFLNK


def S_ISCHR(mode):
    return S_IFMT(mode) == S_IFCHR


def S_ISBLK(mode):
    return S_IFMT(mode) == S_IFBLK


def S_ISFIFO(mode):
    return S_IFMT(mode) == S_IFIFO


def S_ISSOCK(mode):
    return S_IFMT(mode) == S_IFSOCK


def filemode(mode):
    kinds = {S_IFDIR: 'd', S_IFLNK: 'l', S_IFREG: '-'}
    text = kinds.get(S_IFMT(mode), '?')
    for shift in (6, 3, 0):
        bits = mode >> shift
        text += ('r' if bits & 4 else '-') + ('w' if bits & 2 else '-') + ('x' if bits & 1 else '-')
    return text
