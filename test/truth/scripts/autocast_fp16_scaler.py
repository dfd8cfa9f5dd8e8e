# fp16 autocast with GradScaler: scaling, unscaling before clipping, and its own small tensors.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

model = nn.Sequential(
    nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.Conv2d(64, 128, 3, stride=2), nn.BatchNorm2d(128),
    nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10),
).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
scaler = torch.amp.GradScaler("cuda")
x = torch.randn(16, 3, 64, 64, device="cuda")
target = torch.zeros(16, dtype=torch.long, device="cuda")
stage("model")
for step in range(3):
    optimizer.zero_grad()
    with torch.autocast("cuda", dtype=torch.float16):
        loss = F.cross_entropy(model(x), target)
    stage(f"forward {step}")
    scaler.scale(loss).backward()
    stage(f"backward {step}")
    if step:
        scaler.unscale_(optimizer)
        stage(f"unscale {step}")
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        stage(f"clip {step}")
    scaler.step(optimizer)
    stage(f"step {step}")
    scaler.update()
    stage(f"update {step}")
print(scaler.is_enabled())
off = torch.amp.GradScaler("cuda", enabled=False)
off.scale(F.cross_entropy(model(x), target)).backward()
off.step(optimizer)
off.update()
stage("disabled scaler")
