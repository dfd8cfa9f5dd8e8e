"""The operating system as a program may see it: the workspace's files, with what this run did to them; no processes, no network."""

import abc
import sys
from _host import (changed_at as _changed_at, chdir as _host_chdir, environment as _environment, file_size as _file_size,
                   getcwd, is_prepared_for as _is_prepared_for, is_unknown as _is_unknown, isdir as _isdir, isfile as _isfile, listdir as _listdir,
                   make_folder as _make_folder, note as _note, read as _read, remove as _remove, rename as _rename,
                   set_changed as _set_changed, unknown as _unknown)
from _collections_abc import MutableMapping, Mapping

name = 'posix'
linesep = '\n'
curdir = '.'
pardir = '..'
sep = '/'
extsep = '.'
altsep = None
pathsep = ':'
defpath = '/bin:/usr/bin'
devnull = '/dev/null'
error = OSError
F_OK = 0
R_OK = 4
W_OK = 2
X_OK = 1
O_RDONLY = 0
O_WRONLY = 1
O_RDWR = 2
O_CREAT = 64
O_EXCL = 128
O_TRUNC = 512
O_APPEND = 1024
O_NONBLOCK = 2048
O_CLOEXEC = 524288
SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
EX_OK = 0
P_WAIT = 0
P_NOWAIT = 1
WNOHANG = 1
supports_bytes_environ = True
supports_follow_symlinks = set()
supports_dir_fd = set()
supports_fd = set()
supports_effective_ids = set()


def fspath(path):
    """The path of a str, bytes or PathLike."""
    if isinstance(path, (str, bytes)):
        return path
    path_type = type(path)
    try:
        method = path_type.__fspath__
    except AttributeError:
        raise TypeError('expected str, bytes or os.PathLike object, not ' + path_type.__name__) from None
    result = method(path)
    if isinstance(result, (str, bytes)):
        return result
    raise TypeError('expected {}.__fspath__() to return str or bytes, not {}'.format(path_type.__name__, type(result).__name__))


class PathLike(abc.ABC):
    """What has `__fspath__`."""

    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            for base in subclass.__mro__:
                if '__fspath__' in base.__dict__:
                    return True
        return NotImplemented

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode() if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode() if isinstance(filename, bytes) else filename


class _Environ(MutableMapping):
    def __init__(self, data):
        self._data = data

    @staticmethod
    def encodekey(value):
        if not isinstance(value, str):
            raise TypeError('str expected, not %s' % type(value).__name__)
        return value

    def __getitem__(self, key):
        if key not in self._data:
            raise KeyError(key) from None
        return self._data[key]

    def __setitem__(self, key, value):
        self._data[self.encodekey(key)] = self.encodekey(value)

    def __delitem__(self, key):
        try:
            del self._data[self.encodekey(key)]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        return iter(list(self._data))

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        return key in self._data

    def __repr__(self):
        return 'environ({' + ', '.join(f'{key!r}: {value!r}' for key, value in self._data.items()) + '})'

    def copy(self):
        return dict(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        new = dict(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        new = dict(other)
        new.update(self)
        return new


environ = _Environ({'HOME': '/root', 'LANG': 'C.UTF-8', 'PATH': '/usr/local/bin:/usr/bin:/bin', 'USER': 'root', **_environment()})


class _ByteEnviron(_Environ):
    """The same variables in bytes."""

    @staticmethod
    def encodekey(value):
        if not isinstance(value, bytes):
            raise TypeError('bytes expected, not %s' % type(value).__name__)
        return fsdecode(value)

    def __getitem__(self, key):
        try:
            return fsencode(self._data[self.encodekey(key)])
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        return iter([fsencode(key) for key in self._data])

    def __contains__(self, key):
        return self.encodekey(key) in self._data


environb = _ByteEnviron(environ._data)


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(name, value, /):
    pass


def unsetenv(name, /):
    pass


def get_exec_path(env=None):
    return environ.get('PATH', defpath).split(pathsep)


# ---- files and folders ----

def getcwdb():
    return getcwd().encode()


def chdir(path):
    if _is_unknown(path):
        return
    text = _text(path)
    if not _isdir(text):
        if _isfile(text):
            raise NotADirectoryError(20, 'Not a directory', path)
        if _absent(path):
            return
    _host_chdir(text)


def _text(path):
    path = fspath(path)
    return path.decode() if isinstance(path, bytes) else path


def listdir(path=None):
    return _listdir('.' if path is None else _text(path))


class stat_result(tuple):
    _names = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size', 'st_atime', 'st_mtime', 'st_ctime')

    def __getattr__(self, name):
        if name in self._names:
            return self[self._names.index(name)]
        if name.endswith('_ns') and name[:-3] in self._names:
            return int(self[self._names.index(name[:-3])]) * 10**9
        raise AttributeError(name)

    def __repr__(self):
        return 'os.stat_result(' + ', '.join(f'{n}={v!r}' for n, v in zip(self._names, self)) + ')'


def stat(path, *, dir_fd=None, follow_symlinks=True):
    text = _text(path)
    if _isdir(text):
        return stat_result((0o40755, 1, 1, 2, 0, 0, 4096, 0.0, _changed_at(text), _changed_at(text)))
    if _isfile(text):
        size = _file_size(text)
        if size is None:
            content = _read(text)
            size = len(content.encode()) if content is not None else _unknown(f'the size of {text}')
        return stat_result((0o100644, 1, 1, 1, 0, 0, size, 0.0, _changed_at(text), _changed_at(text)))
    raise FileNotFoundError(2, 'No such file or directory', path)


lstat = stat


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    text = _text(path)
    return _isfile(text) or _isdir(text)


class DirEntry:
    """An entry of scandir."""
    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __init__(self, folder, name):
        self.name = name
        self.path = folder.rstrip('/') + '/' + name if folder else name

    def is_dir(self, *, follow_symlinks=True):
        return _isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return _isfile(self.path)

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)

    def inode(self):
        return 1

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f'<DirEntry {self.name!r}>'


class _ScandirIterator:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def close(self):
        pass


def scandir(path=None):
    folder = '.' if path is None else _text(path)
    return _ScandirIterator([DirEntry(folder, name) for name in _listdir(folder)])


def walk(top, topdown=True, onerror=None, followlinks=False):
    top = fspath(top)
    try:
        entries = _listdir(top)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    dirs = []
    nondirs = []
    for entry in entries:
        (dirs if _isdir(top.rstrip('/') + '/' + entry if top != '/' else '/' + entry) else nondirs).append(entry)
    if topdown:
        yield top, dirs, nondirs
    for dirname in dirs:
        yield from walk(top.rstrip('/') + '/' + dirname, topdown, onerror, followlinks)
    if not topdown:
        yield top, dirs, nondirs


def _absent(path, *others):
    """
    Raises FileNotFoundError where the program is prepared for it. Else what is not there may be a file that something unknown here
    has written: that is told, the answer is True, and the program goes on.
    """
    error = FileNotFoundError(2, 'No such file or directory', *(others or (path,)))
    if _is_prepared_for(['FileNotFoundError', 'OSError', 'EnvironmentError', 'IOError', 'Exception', 'BaseException']):
        raise error
    _note('missing', f'{fspath(path)!r} is not there: nothing that is known here wrote it')
    return True


def mkdir(path, mode=0o777, *, dir_fd=None):
    if _is_unknown(path):
        return
    text = _text(path)
    if _isdir(text) or _isfile(text):
        raise FileExistsError(17, 'File exists', path)
    _make_folder(text)


def makedirs(name, mode=0o777, exist_ok=False):
    if _is_unknown(name):
        return
    text = _text(name)
    if _isfile(text) or _isdir(text) and not exist_ok:
        raise FileExistsError(17, 'File exists', name)
    if not _isdir(text):
        _make_folder(text)


def remove(path, *, dir_fd=None):
    if _is_unknown(path):
        return
    text = _text(path)
    if _isdir(text):
        raise IsADirectoryError(21, 'Is a directory', path)
    if not _isfile(text) and _absent(path):
        return
    _remove(text)


unlink = remove


def rmdir(path, *, dir_fd=None):
    if _is_unknown(path):
        return
    text = _text(path)
    if _isfile(text):
        raise NotADirectoryError(20, 'Not a directory', path)
    if not _isdir(text) and _absent(path):
        return
    if _listdir(text):
        raise OSError(39, 'Directory not empty', path)
    _remove(text)


def removedirs(name):
    from posixpath import split
    rmdir(name)
    head, tail = split(_text(name).rstrip('/'))
    while head and tail and _isdir(head) and not _listdir(head):
        rmdir(head)
        head, tail = split(head)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    if _is_unknown(src) or _is_unknown(dst):
        return
    source, target = _text(src), _text(dst)
    if not _isfile(source) and not _isdir(source) and _absent(src, src, None, dst):
        return
    if _isdir(target):
        if _isfile(source):
            raise IsADirectoryError(21, 'Is a directory', src, None, dst)
        if _listdir(target):
            raise OSError(39, 'Directory not empty', src, None, dst)
    elif _isdir(source) and _isfile(target):
        raise NotADirectoryError(20, 'Not a directory', src, None, dst)
    _rename(source, target)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    rename(src, dst)


def renames(old, new):
    rename(old, new)


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    from time import time
    if _is_unknown(path):
        return
    text = _text(path)
    if not _isfile(text) and not _isdir(text) and _absent(path):
        return
    _set_changed(text, times[1] if times is not None else ns[1] / 1e9 if ns is not None else time())


def truncate(path, length):
    with open(path, 'r+b') as file:
        file.truncate(length)


def _link(name):
    def function(src, dst, *args, **kwargs):
        # A link is the file itself here, as it is now.
        from _host import copy
        if _is_unknown(src) or _is_unknown(dst):
            return
        source, target = _text(src), _text(dst)
        if _isfile(target) or _isdir(target):
            raise FileExistsError(17, 'File exists', src, None, dst)
        if name == 'symlink' and not source.startswith('/'):
            from posixpath import dirname, join
            source = join(dirname(target), source)
        if _isfile(source) or _isdir(source):
            copy(source, target)

    function.__name__ = function.__qualname__ = name
    return function


symlink = _link('symlink')
link = _link('link')


def _without_effect(name):
    def function(*args, **kwargs):
        # Nothing that a program sees here depends on it.
        return None

    function.__name__ = function.__qualname__ = name
    return function


for _name in ('chmod', 'chown', 'fsync', 'sync', 'fchmod', 'ftruncate', 'close', 'setpriority', 'sched_setaffinity'):
    globals()[_name] = _without_effect(_name)
del _name


def umask(mask):
    return 0o22


def mkfifo(path, mode=0o666, *, dir_fd=None):
    _note('missing', 'os.mkfifo is not executed here')


def _refused(name):
    def function(*args, **kwargs):
        raise PermissionError(1, f'os.{name} is not executed here')

    function.__name__ = function.__qualname__ = name
    return function


for _name in ('fork', 'forkpty', 'execv', 'execve', 'execvp', 'execl', 'execlp', 'spawnv', 'spawnl', 'kill', 'killpg',
              'open', 'read', 'write', 'pipe', 'dup', 'dup2', 'fdopen', 'wait', 'waitpid', 'posix_spawn', 'openpty',
              'readlink'):
    globals()[_name] = _refused(_name)
del _name


def system(command):
    _note('missing', f'os.system({command!r}) is not executed here')
    return 0


def popen(cmd, mode='r', buffering=-1):
    from io import StringIO
    _note('missing', f'os.popen({cmd!r}) is not executed here')
    return StringIO('')


def abort():
    raise SystemExit(134)


def _exit(status):
    raise SystemExit(status)


# ---- the process and the machine ----

def getpid():
    return 4242


def getppid():
    return 1


def getpgid(pid):
    return 4242


def getuid():
    return 0


geteuid = getgid = getegid = getuid


def getlogin():
    return 'root'


def getgroups():
    return [0]


def cpu_count():
    return 8


process_cpu_count = cpu_count


def sched_getaffinity(pid):
    return set(range(8))


def getloadavg():
    return (0.0, 0.0, 0.0)


def urandom(size):
    return _unknown('random bytes of the system')


getrandom = urandom


class terminal_size(tuple):
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return f'os.terminal_size(columns={self[0]}, lines={self[1]})'


def get_terminal_size(fd=1):
    return terminal_size((80, 24))


class uname_result(tuple):
    sysname = property(lambda self: self[0])
    nodename = property(lambda self: self[1])
    release = property(lambda self: self[2])
    version = property(lambda self: self[3])
    machine = property(lambda self: self[4])


def uname():
    return uname_result(('Linux', 'localhost', '6.1.0', '#1 SMP', 'x86_64'))


def isatty(fd):
    return False


def strerror(code):
    import errno
    return errno._messages.get(code, f'Unknown error {code}')


def sysconf(name):
    return {'SC_PAGE_SIZE': 4096, 'SC_PAGESIZE': 4096, 'SC_PHYS_PAGES': 16777216, 'SC_NPROCESSORS_ONLN': 8,
            'SC_NPROCESSORS_CONF': 8}.get(name, -1)


sysconf_names = {'SC_PAGE_SIZE': 30, 'SC_PAGESIZE': 30, 'SC_PHYS_PAGES': 85, 'SC_NPROCESSORS_ONLN': 84}


def times():
    return (0.0, 0.0, 0.0, 0.0, 0.0)


def nice(increment):
    return 0


def register_at_fork(**kwargs):
    pass


def WEXITSTATUS(status):
    return status >> 8


def waitstatus_to_exitcode(status):
    return status >> 8


import os.path as path

__all__ = [name for name in list(globals()) if not name.startswith('_') and name not in ('abc', 'sys', 'Mapping', 'MutableMapping')] + ['_exit']
