"""A training script that keeps more than it needs."""

import torch
import torch.nn as nn
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(64, 1024)
        self.down = nn.Linear(1024, 1000)

    def forward(self, x):
        return self.down(torch.tanh(self.up(x)))


def evaluate(model, x, y):
    model.eval()
    logits = model(x)
    loss = F.cross_entropy(logits, y)
    model.train()
    return loss.item()


torch.manual_seed(0)
model = Net().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
x = torch.randn(512, 64, device=device)
y = torch.randint(1000, (512,), device=device)
losses = []
total = 0.0
for step in range(3):
    logits = model(x)
    loss = F.cross_entropy(logits, y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    losses.append(loss)
    total += loss
score = evaluate(model, x, y)
print(f"{float(total):.4f} {len(losses)} {score:.4f}")
if device == "cuda":
    print(torch.cuda.memory_stats()["requested_bytes.all.peak"])
