"""Proves tomllib: values of every kind, tables, and refusals."""
import io
import tomllib

TEXT = '''
title = "T \\u00e9 \\n" # comment
lit = 'a\\b'
multi = """
one \\
  two
"""
raw = \'\'\'
x'y\'\'\'
int = 1_000
hex = 0xff
oct = 0o17
bin = 0b11
neg = -5
float = 1e3
f2 = -0.5
inf = inf
yes = true
no = false
date = 2024-01-02
time = 10:20:30.5
dt = 1979-05-27T07:32:00Z
ldt = 1979-05-27 07:32:00
arr = [1, [2, "x"], {a = 1, b.c = 2},]
a.b.c = 1
"quoted key" = 2

[table]
x = 1
[table.sub]
y = 2
[[list]]
n = 1
[[list]]
n = 2
[list.inner]
z = 3
'''
for key, value in tomllib.loads(TEXT).items():
    print(key, repr(value))
print(tomllib.load(io.BytesIO(b'a = 1')))
for text in ['a = ', 'a = 1\na = 2', '[a]\n[a]\n', 'a = "x', 'a = [1', 'x', '= 1', 'a = 01', 'a.b = 1\n[a]']:
    try:
        print(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        print(type(error).__name__, str(error).split(' (at')[0])
try:
    tomllib.loads(b'a = 1')
except TypeError as error:
    print(error)
