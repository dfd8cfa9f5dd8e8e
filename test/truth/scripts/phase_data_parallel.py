# DataParallel on one device calls the module itself.
import torch
from torch import nn
from small_models import LanguageModel
from stage import stage

model = nn.DataParallel(LanguageModel().cuda())
optimizer = torch.optim.AdamW(model.parameters())
for step in range(2):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.mean().backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
print(type(model.module).__name__, next(iter(model.state_dict())))
