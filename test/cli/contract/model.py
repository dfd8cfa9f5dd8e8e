import torch
import torch.nn as nn


class Net(nn.Module):
    """One layer used twice, a frozen weight, a buffer, two outputs."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(16, 16)
        self.head = nn.Linear(16, 2)
        self.head.weight.requires_grad_(False)
        self.register_buffer("scale", torch.ones(16))

    def forward(self, x):
        for _ in range(2):
            x = self.layer(x).relu()
        scores = self.head(x)
        return scores, {"best": scores.argmax(1)}
