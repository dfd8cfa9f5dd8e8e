# An exponential moving average of the weights: a deep copy, updated parameter by parameter and by foreach.
import copy

import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
average = copy.deepcopy(model).requires_grad_(False)
stage("copied")
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


@torch.no_grad()
def update(decay=0.999):
    for old, new in zip(average.parameters(), model.parameters()):
        old.mul_(decay).add_(new, alpha=1 - decay)


@torch.no_grad()
def update_lerp(decay=0.999):
    torch._foreach_lerp_(list(average.parameters()), [p.detach() for p in model.parameters()], 1 - decay)


@torch.no_grad()
def update_state(decay=0.999):
    state = average.state_dict()
    for name, value in model.state_dict().items():
        state[name] = decay * state[name] + (1 - decay) * value
    average.load_state_dict(state)


for step, change in enumerate([update, update_lerp, update_state]):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
    change()
    stage(f"{step} average")
with torch.no_grad():
    average(ids, ids)
stage("evaluated")
