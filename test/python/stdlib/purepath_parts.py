"""Proves purePath: parts, names, joins, comparisons, errors."""
from pathlib import PurePath, PurePosixPath, Path
for s in ('', '.', '/', '//a', 'a/b.tar.gz', '/a/../b', 'a//b/./c', '.b', 'a.', '..'):
    q = PurePosixPath(s)
    print(repr(s), str(q), q.parts, repr(q.name), repr(q.stem), repr(q.suffix), q.suffixes, str(q.parent), q.is_absolute(), repr(q.root))
a = PurePosixPath('/x/y/z.txt')
print(a / 'b', 'c' / PurePosixPath('d'), a.with_name('q'), a.with_suffix('.md'), a.with_stem('w'), a.relative_to('/x'), a.is_relative_to('/q'), [str(p) for p in a.parents], a.match('*.txt'), a.match('y/*.txt'), a.match('/x/*'), a.as_uri(), a.joinpath('1', '/2'), PurePosixPath('a') < PurePosixPath('b'), hash(a) == hash(PurePosixPath('/x/y/z.txt')), a == '/x/y/z.txt', PurePosixPath('a', 'b', PurePosixPath('c')))
for f in (lambda: a.with_name(''), lambda: a.with_name('a/b'), lambda: a.with_suffix('txt'), lambda: PurePosixPath('').with_suffix('.a'), lambda: a.relative_to('/q'), lambda: PurePosixPath('a').as_uri(), lambda: a / 5, lambda: PurePosixPath(5), lambda: PurePosixPath('/').with_name('a'), lambda: a.match(''), lambda: setattr(a, 'name', 'x'), lambda: a < 'x', lambda: a.parents[9]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(repr(Path('a')), Path('a').exists(), Path('/nonexistent/x').is_dir())
