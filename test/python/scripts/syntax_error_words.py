"""Proves the words of SyntaxErrors: what is made of targets, keywords, brackets, numbers and f-strings that are none."""
import warnings

warnings.simplefilter('ignore')
CASES = [
    'x = f() = 1', 'f() = x = 1', 'x = 1 = y', 'a = [b, 1] = c', '(a, 1) = x', '[a, f()] = x', 'a, 1 = x', 'a, f() = 1',
    '*a, 1 = x', '{a} = 1', '{1: 2} = x', '(a + 1) = x', '(f()) = 1', 'for f() in x: pass', 'for a, 1 in x: pass',
    'for (a, 1) in x: pass', 'for [a, f()] in x: pass', '[x for f() in y]', '[x for a, 1 in y]', '{x for 1 in y}',
    'f(x for 1 in y)', 'async def f():\n async for 1 in x: pass', 'with a as f(): pass', 'with a as (b, 1): pass', 'f(1=2)',
    'f(a, 1=2)', 'f(a.b=2, c=1)', 'f(a[0]=1)', 'f("a"=1)', 'f(None=1)', 'f(a()=1)', 'f(x=1, y.z=2)', '(a = 1)', '[a = 1]',
    '[a, b = 1]', '{a = 1}', '(a, b = 1)', 'x = (a = 1)', 'x[a = 1]', 'print(a, b = 1, c.d = 2)', 'f(a := 1 = 2)',
    '{1: 2, 3}', '{1: 2, 3: }', '{1:}', '{1: 2, 3:, 4: 5}', '{**a for b in c}', '{**a: 1}', '{1: 2, **a, 3}', '{1, 2: 3}',
    '0b12', '0b2', '0o8', '0o18', '0xg', '0x', '0b', '0o', '1e', '1e+', '0b1_', '0x_', '1_a', '1.5a', '1jx', '0777', '00',
    '0_7', '0b1a', '0xfg', '0o1a', 'x = yield = 1', 'yield = 1', 'def f():\n  yield x = 1', 'lambda (a, b): 1',
    'lambda (a): 1', 'lambda a, (b, c): 1', 'def f(a, (b, c)): pass', 'def f: pass', 'def f', 'def f a: pass',
    'async def f: pass', 'def 1(): pass', 'class A(x) y: pass', 'f"{a"', 'f"}"', 'f"{a}}"', 'f"{{a}"', 'f"{"', 'f"{a:{b}"',
    'f"{a!}"', 'f"{a!x}"', 'f"{a b}"', 'f"{a +}"', 'f"{a[}"', 'f"{(}"', 'f"{)}"', 'f"{\\n}"', 'f"{lambda x: 1}"', 'f"{}"',
    'f"{ }"', 'f"{!r}"', 'f"{:x}"', 'f"{a=!}"', 'raise a, b', 'raise a, b from c', 'import a,', 'from a import b,', 'f(,)',
    'a = 1 \\', 'if a\n b', '@a\n', '@\nx', 'except A, B: pass',
]
for source in CASES:
    try:
        compile(source, 'file', 'exec')
        print(repr(source), 'compiles')
    except SyntaxError as error:
        print(repr(source), type(error).__name__, error.lineno, error.msg)
