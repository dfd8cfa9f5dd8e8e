# a `match` whose subject begins with parentheses and goes on, and whose only case begins with a bracket, is no annotation
m = (1, 2, 3)
def show(*values):
    print(values)
if m:
    match (1, 2, 3)[0:2]:
        case [(float() | int()) as x, *_]:
            show("slice", x)
if m:
    match (m)[::-1]:
        case [(int() | str()) as x, *_]:
            show("one in parentheses", x)
if m:
    match ()[::]:
        case [*x]:
            show("nothing", x)
if m:
    match (lambda a, b=m: b)(1)[1:]:
        case [(int() | str()) as x, *_]:
            show("lambda", x)
if m:
    match (yy := m)[0:2]:  # named
        case [(int() | str()) as x, *_]:
            show("named", x, yy)
if m:
    match (y for y in m).__next__():
        case (1 | 2) as x:
            show("generator", x)
if m:
    match ({"a": m})["a"]:
        case [(int() | str()) as x, *_]:
            show("a dict", x)
if m:
    match (*m, ")]")[2:]:
        case [(int() | str()) as x, *r]:
            show("star", x, r)
if m:
    match ((m))[0], m[1]:
        case [(int() | str()) as x, y]:
            show("two", x, y)
