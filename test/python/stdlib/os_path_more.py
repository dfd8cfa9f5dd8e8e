"""Proves os.path's functions on odd paths."""
import os.path as p
for x in ('', '/', '//', '///a', 'a', 'a/', '/a/b.c', 'a.b.c', '.bashrc', 'a/.b', '..', '../a', 'a//b', './a/../b', 'a/b/../../..', '/..', '~', '~/a', 'a.tar.gz', ' a '):
    print(repr(x), p.split(x), p.splitext(x), p.basename(x), p.dirname(x), p.normpath(x), p.isabs(x))
print(p.join('a', 'b'), p.join('a', '/b'), p.join('a/', 'b', '', 'c'), p.join(''), p.join('', 'a'), p.join('a', ''), p.commonpath(['/a/b', '/a/c']), p.commonprefix(['abc', 'abd']), p.commonprefix([]), p.relpath('/a/b', '/a/c'), p.relpath('/a', '/a'), p.splitdrive('/a'))
for f in (lambda: p.join(1), lambda: p.join('a', b'b'), lambda: p.basename(1), lambda: p.commonpath([]), lambda: p.commonpath(['/a', 'b']), lambda: p.relpath(''), lambda: p.splitext(None), lambda: p.exists('\0'), lambda: p.normpath(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
import os
print(os.fspath('a'), os.sep, os.extsep, os.linesep, os.curdir, os.pardir, os.name)
try: os.fspath(5)
except TypeError as e: print(e)
