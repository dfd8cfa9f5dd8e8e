# A custom function's saved tensors under saved_tensors_hooks and under checkpointing end with its node.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from stage import stage


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x


class Held:
    def __init__(self, tensor):
        self.tensor = tensor


layer = nn.Linear(64, 64).cuda()
x = torch.randn(512, 64, device="cuda")
for _ in range(2):
    with torch.autograd.graph.saved_tensors_hooks(Held, lambda held: held.tensor):
        y = Double.apply(layer(x))
    stage("forward")
    y.sum().backward()
    del y
    stage("backward")
    y = checkpoint(lambda x: Double.apply(layer(x)).sin(), x, use_reentrant=False)
    stage("checkpointed")
    y.sum().backward()
    del y
    stage("backward")
