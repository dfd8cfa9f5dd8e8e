# A frozen backbone, then unfrozen: gradients and state come with the parameters added to the optimizer.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
for block in model.blocks:
    block.requires_grad_(False)
model.token.requires_grad_(False)
model.position.requires_grad_(False)
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad])
ids = torch.randint(0, 1000, (8, 128), device="cuda")
for step in range(6):
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
    if step % 2 == 1 and step < 5:
        block = model.blocks[-1 - step // 2]
        block.requires_grad_(True)
        optimizer.add_param_group({"params": block.parameters(), "lr": 1e-4})
