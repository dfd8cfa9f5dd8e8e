# One layer called in a loop: its weight and gradient count once, its activations each time.
import torch
from torch import nn
from stage import stage


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(768, 768)
        self.norm = nn.LayerNorm(768)

    def forward(self, x, times):
        for _ in range(times):
            x = x + torch.tanh(self.layer(self.norm(x)))
        return x


model = Recurrent().cuda()
stage("model")
x = torch.randn(32, 128, 768, device="cuda")
for times in (1, 2, 8):
    loss = model(x, times).square().mean()
    stage(f"{times} forward")
    loss.backward()
    stage(f"{times} backward")
    model.zero_grad()
