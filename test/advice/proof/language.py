"""A script that trains a language model whose logits are many, under autocast where there is a GPU."""

import torch
import torch.nn as nn
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(4000, 64)
        self.head = nn.Linear(64, 4000)

    def forward(self, x):
        return self.head(self.embed(x))


def train(model, optimizer, x, y):
    total = 0.0
    for step in range(3):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = model(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1), ignore_index=0)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
    return total


torch.manual_seed(0)
model = Net().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
x = torch.randint(4000, (4, 256), device=device)
y = torch.randint(4000, (4, 256), device=device)
score = train(model, optimizer, x, y)
print(f"{score:.4f}")
if device == "cuda":
    print(torch.cuda.memory_stats()["requested_bytes.all.peak"])
