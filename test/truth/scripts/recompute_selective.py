# Selective checkpointing: the results of chosen operators are kept, the rest is computed again.
from functools import partial

import torch
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts
from small_models import LanguageModel
from stage import stage

aten = torch.ops.aten


def keep_products(ctx, operator, *args, **kwargs):
    chosen = [aten.mm.default, aten.addmm.default, aten.bmm.default]
    return CheckpointPolicy.MUST_SAVE if operator in chosen else CheckpointPolicy.PREFER_RECOMPUTE


model = LanguageModel().cuda()
ids = torch.randint(0, 1000, (8, 128), device="cuda")
x = model.token(ids).detach().requires_grad_()
for name, context in {
    "policy": partial(create_selective_checkpoint_contexts, keep_products),
    "list": partial(create_selective_checkpoint_contexts, [aten.addmm.default]),
    "all again": None,
}.items():
    y = x
    for block in model.blocks:
        if context is None:
            y = checkpoint(block, y, use_reentrant=False)
        else:
            y = checkpoint(block, y, use_reentrant=False, context_fn=context)
    stage(f"{name} forward")
    y.square().mean().backward()
    stage(f"{name} backward")
    model.zero_grad()
    x.grad = None
    del y
