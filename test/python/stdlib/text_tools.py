# string, textwrap, heapq, bisect, fnmatch, io: text and sorted sequences.
import bisect
import fnmatch
import heapq
import io
import string
import textwrap

print(string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace), string.capwords('hello big  world'))
t = string.Template('$a and ${b}c $$ $missing')
print(t.safe_substitute(a=1, b=2), string.Template('$x').substitute({'x': 5}), t.get_identifiers(), t.is_valid())
for bad in (lambda: t.substitute(a=1, b=2), lambda: string.Template('bad $ here').substitute()):
    try:
        bad()
    except (KeyError, ValueError) as e:
        print(type(e).__name__, e)
f = string.Formatter()
print(f.format('{0} {1!r:>5} {x.real} {y[0]} {{}}', 1, 'a', x=3, y=[4]), f.format('{} {}', 1, 2), list(f.parse('a{b!r:c}d')))
text = 'The quick brown fox jumped over the lazy dog, and then-some well-known hyphenated-word thing happened.'
for w in (10, 20, 35):
    print(textwrap.fill(text, w))
print(textwrap.wrap('a' * 25, 10), textwrap.shorten('hello   big wide world', 15), textwrap.indent('a\n\nb\n', '> '), repr(textwrap.dedent('''
    a
      b

    c
''')), textwrap.fill('x y z', 3, initial_indent='* ', subsequent_indent='  '), textwrap.wrap('', 5), textwrap.dedent('no margin\n  b'))
h = [5, 1, 8, 3]
heapq.heapify(h)
heapq.heappush(h, 0)
print([heapq.heappop(h) for _ in range(len(h))], heapq.nlargest(2, [3, 9, 1]), heapq.nsmallest(2, ['aaa', 'b', 'cc'], key=len), list(heapq.merge([1, 4], [2, 3])), heapq.heappushpop([1, 2], 0), heapq.heapreplace([1, 2], 5))
a = [1, 3, 3, 5]
print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 4), bisect.bisect(a, 9, 0, 2), bisect.bisect_left([(1, 'a'), (2, 'b')], 2, key=lambda p: p[0]))
bisect.insort(a, 4)
print(a, fnmatch.fnmatch('a.py', '*.py'), fnmatch.filter(['a.py', 'b.txt', 'c.py'], '[ab].*'), fnmatch.fnmatchcase('A', 'a'), fnmatch.fnmatch('x1', 'x[!0]'), fnmatch.fnmatch('ab', 'a?'))
s = io.StringIO('line1\nline2\nlast')
print(s.readline(), s.read(3), s.tell(), list(s), s.read(), s.seek(0), s.readlines(), s.seek(0, 2), s.write('!'), s.getvalue())
with io.StringIO() as o:
    print('a', 1, file=o)
    o.writelines(['x', 'y'])
    print(repr(o.getvalue()))
b = io.BytesIO(b'abc\ndef')
print(b.read(2), b.readline(), b.getvalue(), b.seek(-2, 2), b.read(), b.write(b'zz'), b.getvalue(), b.tell(), b.readable(), list(io.BytesIO(b'1\n2')))
for bad in (lambda: o.read(), lambda: s.write(b'x'), lambda: b.write('x'), lambda: io.StringIO(3)):
    try:
        bad()
    except (ValueError, TypeError) as e:
        print(e)
s = io.StringIO()
s.write('abcdef')
s.seek(2)
s.write('XY')
s.truncate(5)
print(s.getvalue())
