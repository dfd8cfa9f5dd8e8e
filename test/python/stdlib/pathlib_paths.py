"""Proves pathlib's pure part."""
import os
import pathlib
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

p = PurePosixPath('/a/b/c.tar.gz')
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents), p.parts, p.root, p.anchor, p.is_absolute(), p.as_posix(), p.as_uri(), bytes(p), hash(p) == hash(PurePosixPath('/a/b/c.tar.gz')))
print(p / 'x', '/z' / PurePosixPath('y'), p.with_name('d.txt'), p.with_suffix('.zip'), p.with_stem('e'), p.relative_to('/a'), p.is_relative_to('/a'), p.match('*.gz'), p.match('b/*'), p.joinpath('x', '/y', 'z'),
      PurePosixPath('a//b/./c/'), PurePosixPath('.'), PurePosixPath(''), PurePosixPath('..', 'a'), PurePosixPath('a/../b'), PurePosixPath('//x'), PurePosixPath('///x'))
print(p == PurePosixPath('/a') / 'b' / 'c.tar.gz', PurePosixPath('a') < PurePosixPath('b'), sorted([PurePosixPath('b'), PurePosixPath('a/x')]), os.fspath(p), str(p.parents[0]), len(p.parents), PurePosixPath('.x').suffix,
      PurePosixPath('a.').suffix, PurePosixPath('a').with_suffix('.b'))
for call in [lambda: p.relative_to('/x'), lambda: PurePosixPath('a').as_uri(), lambda: p.with_name(''), lambda: p.with_suffix('x'), lambda: PurePosixPath('').with_name('a'), lambda: PurePosixPath(3), lambda: p / 3,
             lambda: p.match('')]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
w = PureWindowsPath('c:\\Users\\x.txt')
print(w, repr(w), w.name, w.as_posix(), w / 'y')
here = Path(__file__)
print(here.name, here.exists(), here.is_file(), here.parent.is_dir(), Path('no such').exists(), here.suffix, here.resolve().name, Path('a').absolute().is_absolute(), isinstance(here, PurePath), type(here).__name__,
      here.read_text().splitlines()[0], here.parent.joinpath(here.name).samefile(here) if hasattr(here, 'samefile') else True, Path('~').expanduser() != Path('~'))
print(len(list(here.parent.glob('pathlib_p*.py'))), here in list(here.parent.iterdir()), [x.name for x in here.parent.glob('**/pathlib_paths.py')], [x.name for x in here.parent.rglob('pathlib_paths.p?')],
      here.with_suffix('.out').is_file(), Path.cwd().is_absolute(), {here: 1}[Path(__file__)])
for call in [lambda: Path('no such').read_text(), lambda: list(Path('no such').iterdir()) and None]:
    try:
        print(call())
    except OSError as error:
        print(type(error).__name__, error)
print(pathlib.PurePath('a').__class__.__name__, Path('a/b').parent.parent, Path('a') / Path('b'), f'{Path("x")!s:>5}|')
