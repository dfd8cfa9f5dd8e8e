# GradScaler with unscaling, clipping, two optimizers and a fused one.
import torch
from small_models import LanguageModel
from stage import stage

for fused in (False, True):
    model = LanguageModel().cuda()
    optimizer = torch.optim.AdamW(model.parameters(), fused=fused)
    scaler = torch.amp.GradScaler("cuda")
    for step in range(3):
        ids = torch.randint(0, 1000, (8, 128), device="cuda")
        with torch.autocast("cuda", torch.float16):
            logits, loss = model(ids, ids)
        stage(f"{fused} {step} forward")
        scaler.scale(loss).backward()
        stage(f"{fused} {step} backward")
        if step > 0:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            stage(f"{fused} {step} unscaled")
        scaler.step(optimizer)
        stage(f"{fused} {step} step")
        scaler.update()
        optimizer.zero_grad()
        stage(f"{fused} {step} update")
