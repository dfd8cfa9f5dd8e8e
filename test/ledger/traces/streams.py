"""Standard streams, builtins and modules replaced; modules imported again."""
import builtins
import importlib
import io
import json
import sys

import torch

print(type(sys.stdout).__name__, builtins.len([1, 2]), json.__name__, 'collections' in sys.modules)
print(json.loads('[1]'), sorted(k for k in sys.modules if k.startswith('leak')))
del sys.modules['json']
import json as again
print(again is json, again.loads('[2]'))
importlib.reload(again)
again.extra = 1
old = builtins.len
builtins.len = lambda x: 99
print(len([1]))
builtins.len = old
sys.stdout = io.StringIO()
print('into the buffer', torch.cuda.memory_allocated())
text = sys.stdout.getvalue()
sys.stderr = sys.stdout
sys.__stdout__.write(text)
sys.argv.append('leak')
sys.displayhook = None
sys.excepthook = lambda *a: None
builtins.print = None
