# torch.distributed's checkpoint_wrapper and apply_activation_checkpointing.
from functools import partial

import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import (
    CheckpointImpl, apply_activation_checkpointing, checkpoint_wrapper)
from small_models import Block, LanguageModel
from stage import stage

model = LanguageModel().cuda()
apply_activation_checkpointing(
    model, checkpoint_wrapper_fn=partial(checkpoint_wrapper, checkpoint_impl=CheckpointImpl.NO_REENTRANT),
    check_fn=lambda m: isinstance(m, Block))
optimizer = torch.optim.AdamW(model.parameters())
print(type(model.blocks[0]).__name__, next(iter(model.blocks[0].state_dict())))
for step in range(2):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    stage(f"{step} forward")
    loss.backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
