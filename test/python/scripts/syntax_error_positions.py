"""Proves where CPython's tokenizer and parser say that a text is wrong: clauses between two columns, unclosed brackets, lone commas, two annotations."""
SOURCES = [
    '{,}', '{ , }', 'x: int: 3', 'a.b: int: 3', 'a[1]: int: 3', 'x: y: z = 3',
    'if x:\n    pass\n else:\n    pass\n', 'if x:\n    pass\n  elif y:\n    pass\n', 'try:\n    pass\n  finally:\n    pass\n',
    'try:\n    pass\n  except E:\n    pass\n', 'for x in y:\n    pass\n  else:\n    pass\n', 'while x:\n    pass\n  else:\n    pass\n',
    'def f():\n    if x:\n        pass\n   else:\n        pass\n', 'def f():\n  x\n y\n', '  x = 1', 'x\n    y = 3\n', 'x = (1, 2', 'f(a,\n  [b', 'x = {1: 2',
    'if x:\n\ty\nelse:\n\tz\n', 'if 1:\n    try:\n        x\n    except E:\n        y\n    else:\n        z\n    finally:\n        w\n',
]
for source in SOURCES:
    try:
        compile(source, '<s>', 'exec')
        print(repr(source), 'compiles')
    except SyntaxError as error:
        print(repr(source), type(error).__name__, error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset, repr(error.text))
