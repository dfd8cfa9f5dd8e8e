"""Functions, classes and modules of libraries replaced."""
import builtins
import functools
import json
import math

import torch
import torch.nn.functional as F
from torch import nn

x = torch.ones(16, 16, device='cuda')
print(math.pi, json.dumps({'a': 1}), type(F.relu(x)).__name__, nn.Linear(4, 4))
print(hasattr(builtins, 'leaked'), hasattr(torch.Tensor, 'leaked'), hasattr(nn.Linear, 'leaked'), hasattr(F.softmax, "leaked"))
print(nn.Linear(4, 4).cuda()(x[:, :4]).shape, torch.cuda.memory_allocated())


class Patched(nn.Linear):
    pass


old_forward = nn.Linear.forward


def forward(self, input):
    self.seen = torch.empty(1000, device='cuda')
    return old_forward(self, input)


nn.Linear.forward = forward
nn.Linear.leaked = 1
nn.Linear.__repr__ = lambda self: 'patched repr'
F.relu = lambda x: 'patched relu'
F.softmax.leaked = 2
torch.Tensor.leaked = lambda self: 3
math.pi = 3
json.dumps = lambda *a, **k: 'patched'
builtins.leaked = 4
functools.partial = None
torch.relu = None
print(nn.Linear(4, 4).cuda()(x[:, :4]).shape, torch.cuda.memory_allocated(), nn.Linear(1, 1), F.relu(x), json.dumps(1), x.leaked())
