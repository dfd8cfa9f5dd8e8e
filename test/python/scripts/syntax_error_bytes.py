# The compiler's own SyntaxErrors have their place in UTF-8, the parser's in characters.
for source in [
    'é = [x for x in (y := "é")]',
    '"日本"; return 5',
    'é = 1; break',
    '"😀é"; nonlocal é',
    'a, é = "é", (yield)',
    'def f(é, b, é): pass',
    '"é"; from __future__ import é',
]:
    try:
        compile(source, 'file', 'exec')
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset, repr(error.text))
