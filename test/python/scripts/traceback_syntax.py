# a SyntaxError and its fields
try:
    compile('x = = 1', 'file.py', 'exec')
except SyntaxError as e:
    print(type(e).__name__, e.lineno, e.filename)
try:
    eval('1 +')
except SyntaxError as e:
    print(type(e).__name__, e.lineno)
try:
    exec('def f(:\n pass')
except SyntaxError as e:
    print(type(e).__name__, e.lineno)
