# Backpropagation through time in chunks: the state is detached between them.
import torch
from torch import nn
from stage import stage


class Cell(nn.Module):
    def __init__(self, width=512):
        super().__init__()
        self.i, self.h = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x, h):
        return torch.tanh(self.i(x) + self.h(h))


cell = Cell().cuda()
optimizer = torch.optim.RMSprop(cell.parameters())
sequence = torch.randn(24, 256, 512, device="cuda")
h = torch.zeros(256, 512, device="cuda")
for start in range(0, 24, 8):
    h = h.detach()
    outputs = []
    for x in sequence[start:start + 8]:
        h = cell(x, h)
        outputs.append(h)
    loss = torch.stack(outputs).square().mean()
    stage(f"{start} forward")
    loss.backward()
    stage(f"{start} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{start} step")
