# Parameter groups, a scheduler, clipping by norm and value, and state_dict's sharing.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Embedding(10000, 256), nn.Linear(256, 1024), nn.GELU(), nn.Linear(1024, 256)).cuda()
decay = [p for p in model.parameters() if p.dim() > 1]
rest = [p for p in model.parameters() if p.dim() <= 1]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0, "lr": 1e-4}])
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 10))
ids = torch.randint(0, 10000, (16, 128), device="cuda")
stage("model")
for step in range(3):
    model(ids).square().mean().backward()
    stage(f"backward {step}")
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    stage(f"clip norm {step}")
    torch.nn.utils.clip_grad_value_(model.parameters(), 0.5)
    stage(f"clip value {step}")
    optimizer.step()
    scheduler.step()
    optimizer.zero_grad()
    stage(f"step {step}")
    print([f"{g['lr']:.6f}" for g in optimizer.param_groups])
saved = model.state_dict()
stage("state_dict shares")
clone = {k: v.clone() for k, v in saved.items()}
stage("cloned")
model.load_state_dict(clone)
stage("loaded")
del clone, saved
state = optimizer.state_dict()
stage("optimizer state_dict shares")
optimizer.load_state_dict(state)
stage("optimizer loaded")
ema = torch.optim.swa_utils.AveragedModel(model)
stage("averaged model")
