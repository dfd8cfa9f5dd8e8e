# Functions of paths called in every way: by position, by keyword, with nothing.
import os.path as p
import inspect

print(p.join('a', 'b', '/c', 'd'), p.join('a'), p.join(a='x') if 'a' in inspect.signature(p.join).parameters else None)
for call in (lambda: p.join(), lambda: p.basename(5), lambda: p.join('a', b'b'), lambda: p.splitext(None)):
    try:
        print(call())
    except TypeError as e:
        print(e)
print(p.join.__name__, p.abspath('/a/../b'), p.split('/x/y'), list(map(p.basename, ['a/b', 'c'])))
