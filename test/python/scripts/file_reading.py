# open: reading a file that the program wrote, lines, modes, errors
path = '/tmp/written_by_the_script.txt'
with open(path, 'w') as f:
    print(f.write('line 1\nline 2\n'), f.writelines(['a\n', 'b']), f.mode, f.closed)
print(f.closed)
with open(path) as f:
    print(f.read()); f.seek(0); print(f.readline(), f.readlines(), f.read(), f.tell())
with open(path) as f:
    print([line.rstrip() for line in f])
with open(path, 'a') as f: print('appended', file=f)
print(open(path).read().split('\n'), open(path).read(4), open(path).name)
try:
    f.read()
except ValueError as e:
    print(e)
for g in (lambda: open('/nonexistent/file.txt'), lambda: open(path, 'q'), lambda: open(5.5), lambda: open(path).write('x')):
    try:
        g()
    except Exception as e:
        print(type(e).__name__, e)
