# print: separators, ends, files, flush
import sys
print(); print('a', 1, None, sep='-'); print('x', end=''); print('y', end='!\n'); print(1, 2, sep='', end='\n\n'); print('a', 'b', sep=None, end=None); print(*[1, 2], *'ab', sep=', ')
print('to stdout', file=sys.stdout); print('flushed', flush=True)
class W:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
w = W(); print('a', 2, file=w); print(''.join(w.parts).encode())
class P:
    def __str__(self): return 'P-str'
    def __repr__(self): return 'P-repr'
print(P(), [P()], {'k': P()}, (P(),))
for f in (lambda: print(sep=1), lambda: print(end=5), lambda: print(1, foo=2), lambda: print(file=5)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
