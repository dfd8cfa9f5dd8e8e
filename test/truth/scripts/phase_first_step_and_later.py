# The optimizer's state appears in the first step; from the second on the peak of a step is another.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
ids = torch.randint(0, 1000, (8, 128), device="cuda")
stage("model")
for step in range(4):
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    stage(f"{step} step")
    optimizer.zero_grad()
    stage(f"{step} zero_grad")
