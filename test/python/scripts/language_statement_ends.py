# A statement of several values ends at its line, whatever the next one begins with.
c = d = "q"
def f(*a): return a
f(1)
b = c, "abc"
"text".upper()
a, b = c, "abc"
f"te{c}xt".upper()
b = c, "abc"
rb'x'.hex()
b = c, f
(d).upper()
print(b[0])
b = c, 1
-3 .real
print(b)
b = c, d
*e, g = b
print(b, e, g)
b = c, (d)
[e, g] = b
b = c, 5
{1: 2}.get(1)
print(b)
b = c, 5
~4
print(b)
if c:
    b = c, "abc"
    "text".upper()
    b = c, "abc" \
        "def"
    print(b)
x = 1, "a" "b"
print(x)
x = (1, "a"
     "b")
print(x)
print("s"); y = c, "abc"
"text".upper()
print(y)
for z in c, "abc":
    "doc".x if z == 0 else print(z)
def g():
    return c, "abc"
    "after".upper()
print(g())
