# The optimizer's step in a hook on each gradient: gradients never live together.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizers = {p: torch.optim.Adam([p], foreach=False) for p in model.parameters()}


def step(parameter):
    optimizers[parameter].step()
    optimizers[parameter].zero_grad()


for parameter in model.parameters():
    parameter.register_post_accumulate_grad_hook(step)
ids = torch.randint(0, 1000, (8, 128), device="cuda")
for i in range(3):
    logits, loss = model(ids, ids)
    stage(f"{i} forward")
    loss.backward()
    stage(f"{i} backward")
