"""Proves string's constants, capwords, Template, Formatter."""
import string
print(string.ascii_letters, string.digits, string.hexdigits, string.punctuation, repr(string.whitespace), len(string.printable), string.octdigits)
print(string.capwords('  hello   world '), string.capwords('a-b-c', '-'))
T = string.Template
print(T('$a ${b}c $$ $d').safe_substitute(a=1, b=2), T('$x').substitute({'x': 5}), T('$x').substitute({'x': 1}, x=2), T('$a $b ${a}').get_identifiers(), T('$').is_valid())
for f in (lambda: T('$a').substitute(), lambda: T('$').substitute(), lambda: T('a\n b $1').substitute(), lambda: T('${a').substitute(a=1), lambda: T('$a').substitute(1, 2)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
F = string.Formatter()
print(F.format('{0} {x!r:>5} {1[0]} {2.real}', 1, [2], 3, x='a'), list(F.parse('a{b!r:c{d}}{{}}')), F.vformat('{} {}', (1, 2), {}))
for f in (lambda: F.format('{}'), lambda: F.format('{x}'), lambda: F.format('{0} {}', 1), lambda: F.format('{', 1), lambda: F.format()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class My(string.Formatter):
    def get_value(self, key, args, kw): return f'<{key}>'
    def format_field(self, v, spec): return f'{v}|{spec}'
print(My().format('{a:x} {0}'))
