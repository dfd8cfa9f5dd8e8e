# exec, eval, compile: namespaces, results, errors
print(eval('1 + 2'), eval('x * 2', {'x': 5}), eval('x + y', {'x': 1}, {'y': 2}), eval(' 5'))
ns = {}
exec('a = 1\ndef f(n): return n + a\nclass C: z = f(5)', ns); print(ns['a'], ns['f'](2), ns['C'].z, '__builtins__' in ns)
exec('q = 7'); print(q)
code = compile('v = [i for i in range(3)]\nprint(v)', '<s>', 'exec'); exec(code); print(code.co_filename, code.co_name)
e = compile('a + 1', 'f', 'eval'); print(eval(e, {'a': 3}))
def f():
    loc = 1
    print(sorted(locals()))
    return eval('loc + 10')
print(f())
d = {}; exec('x = 1', {}, d); print(d)
for g in (lambda: eval('1/0'), lambda: eval('nope'), lambda: exec('raise ValueError(5)'), lambda: eval(5), lambda: compile('1', 'f', 'bad'), lambda: exec('x', 5)):
    try:
        g()
    except Exception as e:
        print(type(e).__name__, e)
print(__import__('math').sqrt(4), eval('lambda a: a * 2')(4), eval("[x for x in 'ab']"), eval('len', {'__builtins__': {'len': 5}}) if False else '')
