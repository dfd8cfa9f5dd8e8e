# Template, Formatter, constants, maketrans and casing.
import string
t = string.Template('$a ${b}c $$ $d')
print(t.substitute(a=1, b='x', d=[2]), t.safe_substitute(a=1), t.template, t.get_identifiers(), t.is_valid(), string.Template('$').is_valid())
for bad in (lambda: t.substitute(a=1), lambda: string.Template('$ x').substitute(), lambda: string.Template('${').substitute()):
    try: bad()
    except (KeyError, ValueError) as e: print(type(e).__name__, e)
class T(string.Template): delimiter = '%'; idpattern = '[a-z]+'
print(T('%x %y1').substitute(x=1, y=2))
class F(string.Formatter):
    def get_value(self, key, args, kw): return f'<{key}>' if isinstance(key, str) and key not in kw else super().get_value(key, args, kw)
    def format_field(self, v, spec): return super().format_field(v, spec).upper()
    def convert_field(self, v, c): return v if c is None else super().convert_field(v, c)
print(F().format('{0} {x} {0!r:>5} {y}', 'a', y='b'), string.Formatter().vformat('{a[0]}{b.real}', (), {'a': [1], 'b': 2}), list(string.Formatter().parse('a{b!r:>{w}}c{{')))
for bad in (lambda: string.Formatter().format('{}'), lambda: '{a.b}'.format(a=1), lambda: '{'.format(), lambda: '}'.format(), lambda: '{!x}'.format(1), lambda: '{:d}'.format('a')):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
print(string.ascii_letters, string.digits, string.hexdigits, string.punctuation, repr(string.whitespace), string.capwords('hello  big WORLD'), string.capwords('a-b c', '-'))
print('abc'.translate(str.maketrans('ab', 'xy', 'c')), 'hello'.translate({104: 'J', 'l': None} if False else {104: 'J', 108: None}), str.maketrans({'a': 1, 98: 'z'}))
