# Modules that derive from torch.jit.ScriptModule: modules like others.
import torch
from torch import nn
from stage import stage


class Block(torch.jit.ScriptModule):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Linear(n, n)
        self.b = nn.BatchNorm1d(n)


print(issubclass(torch.jit.ScriptModule, nn.Module), issubclass(torch.jit.RecursiveScriptModule, torch.jit.ScriptModule))
block = Block(64).cuda()
stage("made")
print([name for name, _ in block.named_parameters()], [name for name, _ in block.named_buffers()], isinstance(block, nn.Module))
