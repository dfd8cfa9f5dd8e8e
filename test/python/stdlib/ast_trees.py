"""Proves what ast gives: trees of every kind of statement and expression, walks, visitors, transformers, literals, and their texts again."""
import ast

SRC = '''
"""Doc."""
import os, sys as s
from . import a as b
from ..x.y import (c, d)
@dec
@dec2(1)
class A(B, metaclass=M, **kw):
    """Class doc \\\\ "x"."""
    x: int = 3
    (y): str
    z.w: int
    async def f(self, a, /, b=1, *args: int, c, d=2, **kw) -> None:
        async with x as y, z:
            await g(*a, **k)
        async for i in j: yield i
        return [i async for i in x if i if j]
def g(*, a): 
    global q, r
    nonlocal_ = lambda: 0
    def h():
        nonlocal nonlocal_
    return lambda x, *y, z=3, **k: (x, y)
for i, (j, k) in enumerate(x):
    if a: pass
    elif b or c and not d: continue
    elif e: break
    else: del a, b[0]
else:
    while True: x += 1
try:
    raise E from c
except (A, B) as e: assert x, "m"
except: raise
else: pass
finally: x = y = z, = 1,
try: pass
except* V: pass
with open(x) as f, g: pass
print(a if b else c, (yield), (yield from x), (w := 3), -x ** -y, (-x) ** 2, (a + b) * c, a + b * c, a - (b - c), a ** b ** c, (a ** b) ** c)
print(not a == b, not (a and b), a < b <= c != d is not e not in f, ~x, +x, (a, b), [1, 2], {1, 2}, {1: 2, **x}, {}, set(), (), (1,), x[1:2, ::3], x[:], x[1:2:3], x[a, b], x[()])
print(f"a{b!r:>{w}}c{d}" f"{{}}", 'it\\'s', b'x', 1j, 1e300, 1.5, ..., None, True, 10**20, "a" "b", u"x", f'{x=}', 1 .real, 1.5.real, "é\\n")
x = [a for b in c for d in e if f]; y = {a: b for a, b in c}; z = {a for a in b}; f(a for a in b); f(a, (b for b in c))
match p:
    case 1 | "x" if y: pass
    case [a, *b, _]: pass
    case {"k": v, **rest}: pass
    case C(a, b=c) as d: pass
    case None | a.b | -1 | (1 | 2): pass
    case _: pass
a @ b // c % d << e >> f & g ^ h | i
x = *a, b
(a or b) and c or d
x = (a if b else c) if d else e
x = lambda: (yield)
a.b.c[d](e).f = 3
x = not (not a)
x = - - a
x = await_
x = (a, b), c
x = "x" % (a, b)
assert (a, b)
if (n := 10) > 5: pass
f(x := 3, y=(z := 2))
def f(a: int = 1, *, b: str = "x") -> "List[int]": ...
'''
t = ast.parse(SRC)
print(ast.dump(t))
print(ast.dump(ast.parse('''@dec
def f(a, *b: int, c=1) -> x:
    "doc é"
    with a as b, é(c): return [d for e in f if g]
'''), include_attributes=True, indent=1))
print(ast.unparse(t))
print(ast.dump(ast.parse(ast.unparse(t))) == ast.dump(t))
print(ast.dump(ast.parse("a + 1", mode="eval")), ast.dump(ast.parse("x = é + 'ü' + y"), include_attributes=True))
print([type(n).__name__ for n in ast.walk(ast.parse("x = f(a, b)[0]"))])
class V(ast.NodeVisitor):
    def visit_Call(self, n): print('call', ast.unparse(n)); self.generic_visit(n)
    def visit_FunctionDef(self, n): print('def', n.name, ast.get_docstring(n), n.lineno, n.end_lineno)
V().visit(t)
class T(ast.NodeTransformer):
    def visit_Name(self, n): return ast.copy_location(ast.Subscript(value=ast.Name(id='data', ctx=ast.Load()), slice=ast.Constant(value=n.id), ctx=n.ctx), n)
    def visit_Pass(self, n): return None
tt = ast.fix_missing_locations(T().visit(ast.parse("a = b + c\nif x:\n  y\n  pass")))
print(ast.unparse(tt))
for lit in ("[1, -2, {'a': (3, 4j)}]", "{1, 2}", "set()", "1+2j", "'a' b'c'", "f()", "-'a'", "{**a}"):
    try: print(ast.literal_eval(lit), ast.literal_eval(ast.parse(lit, mode='eval')))
    except Exception as e: print(type(e).__name__, str(e).split(' at 0x')[0])
print(ast.get_source_segment("x = 1 +\\\n  2\ny", ast.parse("x = 1 +\\\n  2\ny").body[0].value))
code = compile(ast.parse("z = 5\nprint(z * 2)"), "<ast>", "exec"); exec(code)
print(eval(compile(ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(1), ast.Add(), ast.Constant(2)))), "x", "eval")))
print(ast.Name._fields, ast.Name.__match_args__, ast.stmt.__subclasses__()[:2], ast.FunctionDef.returns, isinstance(ast.Constant(3), ast.expr), ast.Constant(3).value, ast.arg('x').annotation)
try: ast.parse("x = = 1")
except SyntaxError as e: print(e.msg, e.lineno)
try: ast.Name('a', ast.Load(), 3)
except TypeError as e: print(e)
print(type(compile("x", "f", "exec", ast.PyCF_ONLY_AST)).__name__)
