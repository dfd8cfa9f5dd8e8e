"""Proves assignment expressions in their places."""
data = [1, 5, 2, 8]
print([y for x in data if (y := x * 2) > 4], y)
while (n := len(data)) > 2: data.pop()
print(n)
if (m := 'abc'.find('c')) >= 0: print(m)
print((a := 1, b := 2), a, b)
print(any((hit := q) > 1 for q in (0, 2, 3)), hit)
f = lambda: (z := 3) + z
print(f(), {(k := 'k'): 1}, [w := 1, w ** 2], f'{(v := 5)} {v}')
def g(x=(d := 9)): return x
print(g(), d)
for src in ('x := 1', '[i := 0 for i in range(3)]', '[x for x in (y := [1])]', '(a, b := 1, 2)', 'f(a := 1, b = c := 2)', 'class A: [q := 1 for _ in [1]]', 'def f(x := 1): pass', 'lambda x := 1: x', 'f(x for x in y := 1)'):
    try: compile(src, '<s>', 'exec'); print(src, 'ok')
    except SyntaxError as e: print(src, '->', e.msg)
