# Gradients of four micro-batches accumulate; the last group is incomplete.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
accumulate = 4
for i in range(10):
    ids = torch.randint(0, 1000, (4, 128), device="cuda")
    logits, loss = model(ids, ids)
    loss = loss / accumulate
    stage(f"{i} forward")
    loss.backward()
    stage(f"{i} backward")
    if (i + 1) % accumulate == 0 or i == 9:
        optimizer.step()
        stage(f"{i} step")
        optimizer.zero_grad(set_to_none=True)
        stage(f"{i} zero_grad")
