# Pure paths and reads: parts, suffixes, relations, joins, matching, and what is in a folder.
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
import os
p = PurePosixPath('/a/b.tar.gz')
print(p.parts, p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents), p.root, p.anchor, p.is_absolute())
print(p / 'c', p.with_name('x'), p.with_suffix('.zip'), p.with_stem('y'), p.joinpath('d', '/e'), PurePosixPath('a') / 'b' / '../c')
print(PurePosixPath('a/./b//c/'), PurePosixPath('.'), PurePosixPath(''), PurePosixPath('//a'), PurePosixPath('///a'))
print(p.relative_to('/a'), p.is_relative_to('/x'), p.match('*.gz'), p.match('/a/*'), p.match('b*'), p.as_posix(), p.as_uri())
for call in (lambda: p.relative_to('/x'), lambda: PurePosixPath('/').with_name('a'), lambda: p.with_suffix('gz'), lambda: PurePosixPath('a').as_uri()):
    try: call()
    except ValueError as e: print(e)
print(sorted([PurePosixPath('b'), PurePosixPath('a/b'), PurePosixPath('a')]), hash(PurePosixPath('a')) == hash(PurePosixPath('a')), PurePosixPath('a') == 'a', repr(PurePath('x')))
here = Path(__file__)
print(here.exists(), here.is_file(), here.parent.is_dir(), here.name, here.suffix, (here.parent / 'nope').exists())
text = here.read_text()
print(text.splitlines()[0], len(text) == here.stat().st_size)
with here.open() as f: print(f.readline().strip()[:20])
print([x.name for x in sorted(here.parent.glob('pathlib_read*.py'))], here.parent.joinpath(here.name).samefile(here))
try: (here.parent / 'nope').read_text()
except FileNotFoundError as e: print(type(e).__name__, e.errno, e.strerror)
print(os.fspath(p), os.path.basename(p), f'{p!s:>15}', bytes(p), Path('~').expanduser() != Path('~'), Path('a', 'b', PurePath('c')))
