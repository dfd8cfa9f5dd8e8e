"""Layers that are dropped at random with a chance of 0 or 1: what random numbers are drawn from decides; else the likely."""
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, layerdrop):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(64, 64) for _ in range(4))
        self.layerdrop = layerdrop

    def forward(self, x):
        ran = 0
        for layer in self.layers:
            to_drop = False
            if self.training:
                dropout_probability = torch.rand([])
                if dropout_probability < self.layerdrop:
                    to_drop = True
            if not to_drop:
                x = layer(x)
                ran += 1
        print("layers", ran)
        return x


for chance in (0, 0.0, 1.0, 2):
    torch.cuda.reset_peak_memory_stats()
    net = Net(chance).cuda()
    out = net(torch.randn(8, 64, device="cuda", requires_grad=True))
    out.sum().backward()
    print(chance, torch.cuda.memory_stats()["requested_bytes.all.peak"])
    del net, out
r = torch.rand(3, device="cuda")
for name, value in (("r < 0", r < 0), ("r >= 0", r >= 0.0), ("r < 1", r < 1.0), ("1 > r", 1 > r), ("0 <= r", 0 <= r), ("r > 1", r > 1), ("r <= -1", r <= -1),
                    ("tensor", torch.zeros((), device="cuda") <= r)):
    print(name, value.shape, value.dtype)
if torch.rand(1) >= 1:
    print("never")
if not torch.rand(1).lt(1):
    print("never")
# The likely side is assumed.
torch.manual_seed(1)
if torch.rand(1) < 0.1:
    print("seldom")
if torch.rand([]) > 0.95:
    print("seldom")
if 0.0 > torch.rand(()):
    print("never")
