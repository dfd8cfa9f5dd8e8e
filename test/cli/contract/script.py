import torch
from torch import nn

model = nn.Linear(256, 256).cuda()
model.bias.requires_grad_(False)
optimizer = torch.optim.AdamW(model.parameters())
for _ in range(2):
    model(torch.ones(8, 256, device="cuda")).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
