# A checkpoint within a checkpoint: the inner one is computed again inside the outer's recomputation.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from stage import stage


class Layer(nn.Module):
    def __init__(self, inner, reentrant):
        super().__init__()
        self.inner, self.reentrant = inner, reentrant
        self.up, self.down = nn.Linear(512, 2048), nn.Linear(2048, 512)

    def mlp(self, x):
        return self.down(torch.nn.functional.silu(self.up(x)))

    def forward(self, x):
        y = checkpoint(self.mlp, x, use_reentrant=self.reentrant) if self.inner else self.mlp(x)
        return torch.tanh(x + y)


for inner in (False, True):
    for reentrant in (False, True):
        layers = nn.ModuleList(Layer(inner, reentrant) for _ in range(3)).cuda()
        x = torch.randn(2000, 512, device="cuda", requires_grad=True)
        y = x
        for layer in layers:
            y = checkpoint(layer, y, use_reentrant=reentrant)
        stage(f"{inner} {reentrant} forward")
        y.square().mean().backward()
        stage(f"{inner} {reentrant} backward")
