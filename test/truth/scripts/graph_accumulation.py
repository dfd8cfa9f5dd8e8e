# Gradients live on between micro-batches; accumulation adds in place.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(1024, 4096), nn.ReLU(), nn.Linear(4096, 1024)).cuda()
optimizer = torch.optim.AdamW(model.parameters())
stage("model")
for step in range(2):
    for micro in range(3):
        loss = model(torch.randn(128, 1024, device="cuda")).pow(2).mean() / 3
        stage(f"forward {step} {micro}")
        loss.backward()
        stage(f"backward {step} {micro}")
    optimizer.step()
    stage(f"step {step}")
    optimizer.zero_grad()
    stage(f"zero_grad {step}")
