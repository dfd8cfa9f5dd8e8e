# torch.compile's modules and functions keep their interface; with the eager backend memory is the eager account.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
compiled = torch.compile(model, backend="eager")
optimizer = torch.optim.AdamW(compiled.parameters(), foreach=False)
ids = torch.randint(0, 1000, (8, 128), device="cuda")
for step in range(2):
    logits, loss = compiled(ids, ids)
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
print(compiled._orig_mod is model, next(iter(compiled.state_dict())))
