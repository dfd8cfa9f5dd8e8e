"""Proves string: constants, Template with its errors, Formatter, capwords."""
import string
from string import Formatter, Template

print(string.ascii_letters, string.digits, string.hexdigits, string.octdigits, repr(string.punctuation), repr(string.whitespace), len(string.printable))
print(string.capwords('hello  big world'), string.capwords('a-b-c', '-'))
t = Template('$who likes ${what}s, $$5 $1')
print(t.safe_substitute(who='tim', what='ham'), t.template, Template('$a ${b}').substitute({'a': 1}, b=2), Template('$x').substitute(x='$y'))
for call in [lambda: t.substitute(who='tim', what='ham'), lambda: Template('$a').substitute(), lambda: Template('a\n ${ b').substitute(), lambda: Template('100$').substitute()]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(Template('$a ${b} $$ $a').get_identifiers(), Template('$a').is_valid(), Template('$ a').is_valid())


class At(Template):
    delimiter = '@'
    idpattern = r'[a-z]+\.[a-z]+'


print(At('@a.b and @c').safe_substitute({'a.b': 'ok'}), Template('$A $a').substitute(A=1, a=2))
f = Formatter()
print(f.format('{0} {name!r:>5} {1[k]} {2.real}', 'a', {'k': 1}, 3, name='n'), f.vformat('{} {}', (1, 2), {}), list(f.parse('a{b!r:>{w}}c{{}}d')))
print(f.get_field('0.real', (5,), {}), f.convert_field('x', 'r'), f.format_field(3.14159, '.2f'), f.format('{:{w}.{p}f}', 3.14159, w=8, p=2))


class Missing(Formatter):
    def get_value(self, key, args, kwargs):
        if isinstance(key, str):
            return kwargs.get(key, f'<{key}>')
        return super().get_value(key, args, kwargs)

    def check_unused_args(self, used, args, kwargs):
        print('used', sorted(map(str, used)), len(args), sorted(kwargs))


print(Missing().format('{a} {b} {0}', 1, 2, a='A'))
for call in [lambda: f.format('{} {0}', 1), lambda: f.format('{0} {}', 1), lambda: f.format('{a}'), lambda: f.format('{3}', 1), lambda: f.format('{!x}', 1),
             lambda: f.format()]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
