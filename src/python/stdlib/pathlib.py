"""Paths as objects."""

import fnmatch
import io
import os
import posixpath
from _host import is_unknown as _is_unknown, isdir as _isdir, listdir as _listdir

__all__ = ['PurePath', 'PurePosixPath', 'PureWindowsPath', 'Path', 'PosixPath', 'WindowsPath']


def _names(folder):
    """The names in a folder; none where it is no folder."""
    try:
        return _listdir(folder)
    except OSError:
        return []


class _PathParents:
    def __init__(self, path):
        self._path = path
        self._count = len(path._parts) - (1 if path._root else 0)

    def __len__(self):
        return max(0, self._count)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return tuple(self[i] for i in range(*idx.indices(len(self))))
        if idx >= len(self) or idx < -len(self):
            raise IndexError(idx)
        if idx < 0:
            idx += len(self)
        return self._path._from_parts(self._path._parts[:-idx - 1])

    def __repr__(self):
        return '<{}.parents>'.format(type(self._path).__name__)


os_PathLike = os.PathLike


class PurePath(os_PathLike):
    """A path that is only a name: no file is looked at."""

    __slots__ = ('_parts', '_root', '_str', '_hash')

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._from_texts(args)

    @classmethod
    def _from_texts(cls, args):
        parts = []
        root = ''
        for a in args:
            if _is_unknown(a):
                # Nothing is known of the path either.
                return a
            if isinstance(a, PurePath):
                text = str(a) if a._parts else ''
            else:
                text = os.fspath(a)
                if not isinstance(text, str):
                    raise TypeError('argument should be a str object or an os.PathLike object returning str, not %r' % type(text))
            if text.startswith('/'):
                parts = []
                root = '//' if text.startswith('//') and not text.startswith('///') else '/'
            parts.extend([x for x in text.split('/') if x and x != '.'])
        return cls._make(([root] if root else []) + parts, root)

    @classmethod
    def _make(cls, parts, root):
        self = object.__new__(cls)
        self._parts = parts
        self._root = root
        self._str = None
        self._hash = None
        return self

    def _from_parts(self, parts):
        return type(self)._make(list(parts), self._root if parts and parts[0] == self._root else '')

    def with_segments(self, *pathsegments):
        return type(self)(*pathsegments)

    def __reduce__(self):
        return self.__class__, tuple(self._parts)

    def __str__(self):
        if self._str is None:
            if self._root:
                self._str = self._root + '/'.join(self._parts[1:])
            else:
                self._str = '/'.join(self._parts) or '.'
        return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        return str(self)

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return '{}({!r})'.format(self.__class__.__name__, self.as_posix())

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        from urllib.parse import quote
        return 'file://' + quote(str(self))

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self):
        if self._hash is None:
            self._hash = hash(tuple(self._parts))
        return self._hash

    def __lt__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts < other._parts

    def __le__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts <= other._parts

    def __gt__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts > other._parts

    def __ge__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._parts >= other._parts

    @property
    def drive(self):
        return ''

    @property
    def root(self):
        return self._root

    @property
    def anchor(self):
        return self._root

    @property
    def parts(self):
        return tuple(self._parts)

    @property
    def name(self):
        parts = self._parts
        if len(parts) == (1 if self._root else 0):
            return ''
        return parts[-1]

    @property
    def suffix(self):
        name = self.name
        i = name.rfind('.')
        if 0 < i < len(name) - 1:
            return name[i:]
        return ''

    @property
    def suffixes(self):
        name = self.name
        if name.endswith('.'):
            return []
        name = name.lstrip('.')
        return ['.' + suffix for suffix in name.split('.')[1:]]

    @property
    def stem(self):
        name = self.name
        i = name.rfind('.')
        if 0 < i < len(name) - 1:
            return name[:i]
        return name

    def with_name(self, name):
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        if not name or '/' in name or name == '.':
            raise ValueError('Invalid name %r' % (name))
        return self._from_parts(self._parts[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if '/' in suffix or suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError('Invalid suffix %r' % (suffix))
        name = self.name
        if not name:
            raise ValueError('%r has an empty name' % (self,))
        old_suffix = self.suffix
        if not old_suffix:
            name = name + suffix
        else:
            name = name[:-len(old_suffix)] + suffix
        return self._from_parts(self._parts[:-1] + [name])

    def relative_to(self, *other):
        if not other:
            raise TypeError('need at least one argument')
        other = type(self)(*other)
        n = len(other._parts)
        if self._parts[:n] != other._parts:
            raise ValueError('{!r} is not in the subpath of {!r} OR one path is relative and the other is absolute.'.format(
                str(self), str(other)))
        return type(self)._make(self._parts[n:], '' if n else self._root)

    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    def joinpath(self, *args):
        return type(self)(self, *args)

    def __truediv__(self, key):
        try:
            return type(self)(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        parts = self._parts
        if len(parts) == (1 if self._root else 0):
            return self
        return self._from_parts(parts[:-1])

    @property
    def parents(self):
        return _PathParents(self)

    def is_absolute(self):
        return bool(self._root)

    def is_reserved(self):
        return False

    def match(self, path_pattern):
        pattern = type(self)(path_pattern)
        if not pattern._parts:
            raise ValueError('empty pattern')
        pat_parts = pattern._parts
        parts = self._parts
        if pattern._root:
            if len(pat_parts) != len(parts):
                return False
        elif len(pat_parts) > len(parts):
            return False
        return all(fnmatch.fnmatchcase(part, pat) for part, pat in zip(reversed(parts), reversed(pat_parts)))


class PurePosixPath(PurePath):
    __slots__ = ()


class PureWindowsPath(PurePath):
    """A path of Windows; its separators are read as slashes."""

    __slots__ = ()

    @classmethod
    def _from_texts(cls, args):
        return super()._from_texts([a if isinstance(a, PurePath) else os.fspath(a).replace('\\', '/') for a in args])

    def __str__(self):
        return super().__str__().replace('/', '\\')

    def as_posix(self):
        return super().__str__()


class Path(PurePath):
    """A path that can be asked about its file. What is written stays in this run (`os`)."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return cls._from_texts(args)

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls('~').expanduser()

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        pass

    def exists(self):
        return posixpath.exists(str(self))

    def is_file(self):
        return posixpath.isfile(str(self))

    def is_dir(self):
        return posixpath.isdir(str(self))

    def is_symlink(self):
        return False

    def is_mount(self):
        return str(self) == '/'

    def is_socket(self):
        return False

    is_fifo = is_block_device = is_char_device = is_socket

    def stat(self, *, follow_symlinks=True):
        return os.stat(str(self))

    lstat = stat

    def samefile(self, other_path):
        return posixpath.samefile(self, other_path)

    def iterdir(self):
        for name in os.listdir(str(self)):
            yield self._from_parts(self._parts + [name])

    @staticmethod
    def _select(folder, names, patterns, i, directories_only):
        """The names below a folder that the patterns from the i-th select, each as the list of its parts."""
        if i == len(patterns):
            if not directories_only or _isdir(folder):
                yield names
            return
        head = patterns[i]
        select = Path._select
        prefix = folder if folder.endswith('/') else folder + '/'
        if head == '**':
            yield from select(folder, names, patterns, i + 1, directories_only or i + 1 == len(patterns))
            for name in _names(folder):
                child = prefix + name
                if _isdir(child):
                    yield from select(child, names + [name], patterns, i, directories_only)
        elif '*' in head or '?' in head or '[' in head:
            last = i + 1 == len(patterns)
            for name in fnmatch.filter(_names(folder), head):
                child = prefix + name
                if last and not directories_only:
                    yield names + [name]
                elif _isdir(child):
                    yield from select(child, names + [name], patterns, i + 1, directories_only)
        elif posixpath.exists(prefix + head):
            yield from select(prefix + head, names + [head], patterns, i + 1, directories_only)

    def glob(self, pattern):
        if not pattern:
            raise ValueError('Unacceptable pattern: {!r}'.format(pattern))
        if pattern.startswith('/'):
            raise NotImplementedError('Non-relative patterns are unsupported')
        if self.is_dir():
            seen = set()
            patterns = [p for p in pattern.split('/') if p and p != '.']
            for names in self._select(str(self), [], patterns, 0, pattern.endswith('/')):
                key = tuple(names)
                if key not in seen:
                    seen.add(key)
                    yield self._from_parts(self._parts + names)

    def rglob(self, pattern):
        return self.glob('**/' + pattern)

    def absolute(self):
        if self.is_absolute():
            return self
        return type(self)(os.getcwd(), self)

    def resolve(self, strict=False):
        return type(self)(posixpath.realpath(str(self), strict=strict))

    def expanduser(self):
        if self._parts[:1] == ['~']:
            return type(self)(posixpath.expanduser('~'), *self._parts[1:])
        return self

    def readlink(self):
        raise OSError(22, 'Invalid argument', str(self))

    def owner(self):
        return 'root'

    group = owner

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        return io.open(str(self), mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open('r', encoding=encoding, errors=errors) as f:
            return f.read()

    def read_bytes(self):
        with self.open('rb') as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % data.__class__.__name__)
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        with self.open('wb') as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists():
            if not exist_ok:
                raise FileExistsError(17, 'File exists', str(self))
            os.utime(self)
        else:
            self.open('a').close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            os.mkdir(self, mode)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        os.chmod(self, mode)

    lchmod = chmod

    def unlink(self, missing_ok=False):
        if self.exists() or not missing_ok:
            os.unlink(self)

    def rmdir(self):
        os.rmdir(self)

    def rename(self, target):
        os.rename(self, target)
        return self.__class__(target)

    def replace(self, target):
        os.replace(self, target)
        return self.__class__(target)

    def symlink_to(self, target, target_is_directory=False):
        os.symlink(target, self)

    def hardlink_to(self, target):
        os.link(target, self)


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    __slots__ = ()
