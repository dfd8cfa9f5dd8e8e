"""Ends with an exception, with tensors in its frames."""
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(128, 128)

    def forward(self, x):
        hidden = self.layer(x)
        raise RuntimeError(f'failed at {torch.cuda.memory_allocated()}')


nn.Linear.broken = True
with torch.no_grad():
    Model().cuda()(torch.randn(8, 128, device='cuda'))
