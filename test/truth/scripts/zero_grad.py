# zero_grad(set_to_none=False) keeps the gradients; the default frees them.
import torch
from torch import nn
from stage import stage

model = nn.Linear(2048, 2048).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(64, 2048, device="cuda")
for set_to_none in (True, False):
    for step in range(2):
        model(x).sum().backward()
        optimizer.step()
        stage(f"{set_to_none} step {step}")
        optimizer.zero_grad(set_to_none=set_to_none)
        stage(f"{set_to_none} zero_grad {step}")
model.weight.grad = None
stage("by hand")
model.zero_grad()
stage("module's zero_grad")
