# os.path and pathlib: the pure parts.
import os
import os.path
import posixpath
from pathlib import Path, PurePath, PurePosixPath

p = os.path
print(p.join('a', 'b', '/c', 'd'), p.join('a/', 'b'), p.join('', 'x'), p.join('a', ''), p.split('/a/b/c.txt'), p.split('/'), p.split('a'), p.splitext('a/b.tar.gz'), p.splitext('.bashrc'), p.splitext('a.b/c'))
print(p.basename('/a/b/'), p.basename('x.py'), p.dirname('/a/b'), p.dirname('x'), p.dirname('//a'), p.normpath('/a/./b/../c//d'), p.normpath(''), p.normpath('../../a'), p.normpath('//a'), p.normpath('///a'))
print(p.isabs('/a'), p.isabs('a'), p.commonprefix(['/usr/lib', '/usr/local']), p.commonpath(['/usr/lib', '/usr/local/x']), p.relpath('/a/b/c', '/a/d'), p.relpath('/a', '/a'), p.splitdrive('/a'), p.normcase('A/b'))
print(p.expandvars('$NOPE_X/a'), p.sep, os.sep, os.linesep == '\n', os.curdir, os.pardir, os.extsep, os.name, p is posixpath or p.join is posixpath.join)
print(os.fspath('a'), os.fspath(b'b'), os.fspath(Path('c')), isinstance(Path('a'), os.PathLike), p.exists('/nonexistent/zz'), p.isfile('/nonexistent'), p.isdir('/'))
for bad in (lambda: os.fspath(3), lambda: p.join('a', 3), lambda: p.commonpath([]), lambda: p.commonpath(['/a', 'b']), lambda: os.listdir('/nonexistent/zz'), lambda: os.environ['NOPE_ZZ'], lambda: os.stat('/nonexistent/zz')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
os.environ['MY_VAR'] = 'x'
print(os.environ.get('MY_VAR'), os.getenv('MY_VAR'), 'MY_VAR' in os.environ, os.environ.get('NOPE_ZZ', 'd'), os.environ.pop('MY_VAR'), os.getenv('MY_VAR'))
try:
    os.environ['A'] = 3
except TypeError as e:
    print(e)
a = PurePosixPath('/usr/lib/python3.11/site.tar.gz')
print(a, repr(a), a.name, a.stem, a.suffix, a.suffixes, a.parent, a.parents[1], len(a.parents), a.parts, a.anchor, a.root, a.is_absolute())
print(a.with_suffix('.txt'), a.with_name('x'), a.with_stem('q'), a.relative_to('/usr'), a.is_relative_to('/usr'), a / 'b', 'x' / PurePosixPath('y'), a.joinpath('c', 'd'), a.match('*.gz'), a.match('lib/*/*'))
print(PurePath('a//b/./c'), PurePath(''), PurePath('.'), PurePath('a', '/b'), PurePath('a') == PurePath('a/'), PurePath('a') < PurePath('b'), hash(PurePath('a')) == hash(PurePath('a')), list(PurePath('/a/b').parents), sorted([PurePath('b'), PurePath('a/c')]))
print(Path('a/b').as_posix(), str(Path('a') / 'b' / 'c.txt'), Path('/a/../b').resolve() if False else Path('/x').exists(), Path('x.py').suffix == '.py', type(Path('a')).__name__, Path('a').parent, Path('/').parent, Path('..').name, Path('a.').suffix)
for bad in (lambda: PurePath('a').relative_to('b'), lambda: PurePath('/').with_name('x'), lambda: PurePath('a').with_suffix('x'), lambda: Path('a') / 3, lambda: Path(3), lambda: Path('/nonexistent/z').read_text()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(os.path.join(os.path.dirname(os.path.abspath('/a/b/c.py')), '..', 'd'), f'{Path("a/b")}', Path('~').expanduser() == Path(os.path.expanduser('~')))
