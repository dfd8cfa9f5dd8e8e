# Every other block checkpointed, with dropout's random state kept and not kept.
import torch
from torch.utils.checkpoint import checkpoint
from small_models import LanguageModel
from stage import stage

model = LanguageModel(depth=4).cuda()
optimizer = torch.optim.AdamW(model.parameters())
for preserve in (True, False):
    for step in range(2):
        ids = torch.randint(0, 1000, (8, 128), device="cuda")
        x = model.token(ids)
        for i, block in enumerate(model.blocks):
            x = checkpoint(block, x, use_reentrant=False, preserve_rng_state=preserve) if i % 2 == 0 else block(x)
        logits = model.head(model.norm(x))
        stage(f"{preserve} {step} forward")
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), ids.flatten()).backward()
        stage(f"{preserve} {step} backward")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{preserve} {step} step")
