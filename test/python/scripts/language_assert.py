"""Proves assert with and without messages, its syntax, AssertionErrors raised by hand."""
for f in (lambda: exec('assert 0'), lambda: exec('assert 1 == 2, "msg"'), lambda: exec('assert [], (1, 2)'), lambda: exec('assert not 0'), lambda: exec('assert 0, f"{1 + 1}"')):
    try: f(); print('passed')
    except AssertionError as e: print(repr(e), e.args)
try: assert False, (print('evaluated'), 5)[1]
except AssertionError as e: print(e.args)
assert True, print('not evaluated')
