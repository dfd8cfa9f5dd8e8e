"""Lists, dicts and registries of libraries added to."""
import collections.abc
import copyreg
import functools
import logging
import os
import re
import sys
import warnings
import weakref

import torch
from torch import nn


class Mine:
    pass


print(len(sys.path) < 20, [p for p in sys.path if 'leak' in p], os.environ.get('LEAK'), issubclass(Mine, collections.abc.Sequence))
print([name for name in logging.root.manager.loggerDict if 'leak' in name], logging.root.level, len(logging.root.handlers))
print(len([f for f in warnings.filters if 'leak' in str(f)]), Mine in copyreg.dispatch_table, 'leak' in sys.modules)
print(len(nn.modules.module._global_forward_hooks), 'Leak' in dir(nn), 'leak' in nn.__all__ if hasattr(nn, '__all__') else None)
sys.path.append('/leak')
sys.path.insert(0, '/leak0')
os.environ['LEAK'] = '1'
sys.modules['leak'] = sys
collections.abc.Sequence.register(Mine)
logging.getLogger('leak').setLevel(logging.DEBUG)
logging.basicConfig(level=logging.ERROR)
warnings.filterwarnings('ignore', message='leak')
copyreg.pickle(Mine, lambda m: (Mine, ()))
nn.Leak = Mine
nn.modules.module._global_forward_hooks[99] = print
re.compile('leak')
for module in (torch, nn, nn.functional, torch.optim):
    module.leak = [torch.empty(100, device='cuda')]


@functools.singledispatch
def show(value):
    return 'any'


show.register(Mine, lambda m: 'mine')
print(show(Mine()), issubclass(Mine, collections.abc.Sequence), torch.cuda.memory_allocated())
