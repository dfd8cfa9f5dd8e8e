# Saving and loading beside the model: a second copy while it loads, the optimizer's state too.
import copy
import io

import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizer = torch.optim.AdamW(model.parameters())
ids = torch.randint(0, 1000, (8, 128), device="cuda")
model(ids, ids)[1].backward()
optimizer.step()
optimizer.zero_grad()
stage("trained")
best = {name: value.clone() for name, value in model.state_dict().items()}
stage("a copy")
on_host = {name: value.cpu() for name, value in model.state_dict().items()}
stage("a copy on the host")
model.load_state_dict(best)
stage("loaded")
del best
stage("copy gone")
model.load_state_dict({name: value.cuda() for name, value in on_host.items()})
stage("loaded from the host through the device")
state = copy.deepcopy(optimizer.state_dict())
stage("optimizer's state copied")
optimizer.load_state_dict(state)
stage("optimizer's state loaded")
del state
stage("its copy gone")
fresh = torch.optim.AdamW(model.parameters())
fresh.load_state_dict(optimizer.state_dict())
stage("another optimizer")
