# Files that a program writes for itself: temporary folders, globbing, copying, removing.
import os, tempfile, shutil, glob, fnmatch
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, 'a', 'b'); os.makedirs(p)
    for n in ('x.txt', 'y.py', 'z.txt'):
        with open(os.path.join(p, n), 'w') as f: f.write(n * 2)
    print(sorted(os.listdir(p)), sorted(os.path.basename(x) for x in glob.glob(os.path.join(p, '*.txt'))), os.path.exists(p), open(os.path.join(p, 'x.txt')).read())
    print([os.path.basename(x) for x in sorted(glob.glob(os.path.join(d, '**', '*.py'), recursive=True))], glob.glob(os.path.join(d, 'nope*')))
    for root, dirs, files in os.walk(d): print(os.path.relpath(root, d), sorted(dirs), sorted(files))
    with open(os.path.join(p, 'x.txt'), 'a+') as f: f.write('!'); f.seek(0); print(f.read(), f.tell(), f.name == os.path.join(p, 'x.txt'), f.mode)
    os.rename(os.path.join(p, 'x.txt'), os.path.join(p, 'w.txt')); os.remove(os.path.join(p, 'z.txt')); print(sorted(os.listdir(p)))
    try: open(os.path.join(p, 'missing'))
    except FileNotFoundError as e: print(e.errno, e.strerror, os.path.basename(e.filename))
    try: open(os.path.join(p, 'w.txt'), 'x')
    except FileExistsError as e: print(type(e).__name__, e.errno)
    try: os.makedirs(p)
    except FileExistsError as e: print(type(e).__name__)
    os.makedirs(p, exist_ok=True)
print(fnmatch.filter(['a.py', 'b.txt', 'c.PY'], '*.py'), fnmatch.fnmatchcase('a.PY', '*.py'), fnmatch.translate('a*[!b]?.py'), glob.escape('a[1]*'), glob.has_magic('a*') if hasattr(glob, 'has_magic') else '')
f = tempfile.NamedTemporaryFile('w+', suffix='.cfg'); f.write('data'); f.seek(0); print(f.read(), f.name.endswith('.cfg')); f.close()
with tempfile.TemporaryFile() as f: f.write(b'bytes'); f.seek(1); print(f.read())
print(os.path.basename(tempfile.gettempdir()) != '', tempfile.mktemp(suffix='.x').endswith('.x'))
