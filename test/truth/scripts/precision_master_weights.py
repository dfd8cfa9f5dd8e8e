# Master weights by hand: the model in bfloat16, a float copy that the optimizer updates, gradients cast up.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda().bfloat16()
masters = [p.detach().float().requires_grad_(True) for p in model.parameters()]
optimizer = torch.optim.AdamW(masters)
stage("masters")
for step in range(3):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    model(ids, ids)[1].backward()
    stage(f"{step} backward")
    for master, p in zip(masters, model.parameters()):
        master.grad = p.grad.float()
        p.grad = None
    stage(f"{step} gradients")
    torch.nn.utils.clip_grad_norm_(masters, 1.0)
    optimizer.step()
    stage(f"{step} step")
    with torch.no_grad():
        for master, p in zip(masters, model.parameters()):
            p.copy_(master)
    optimizer.zero_grad()
    stage(f"{step} copied")
