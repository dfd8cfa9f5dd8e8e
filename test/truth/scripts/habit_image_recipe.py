"""The image recipe: channels last, mixup and cutmix, soft targets, fp16 with scaled and clipped gradients, an averaged model, one-cycle rates."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from stage import stage

CLASSES = 100


class Block(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o)
        self.conv2, self.bn2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.skip = nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.bn2(self.conv2(self.act(self.bn1(self.conv1(x))))) + self.skip(x))


def mixed(x, y, step):
    y = F.one_hot(y, CLASSES).float() * 0.9 + 0.1 / CLASSES
    lam = float(np.random.beta(1.0, 1.0))
    index = torch.randperm(x.size(0), device=x.device)
    if step % 2 == 0:
        return lam * x + (1 - lam) * x[index], lam * y + (1 - lam) * y[index]
    x[:, :, 8:40, 8:40] = x[index, :, 8:40, 8:40]
    return x, 0.7 * y + 0.3 * y.flip(0)


model = nn.Sequential(Block(3, 32, 2), Block(32, 64, 2), Block(64, 128, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, CLASSES)).cuda()
model = model.to(memory_format=torch.channels_last)
decay = [p for p in model.parameters() if p.ndim > 1]
rest = [p for p in model.parameters() if p.ndim <= 1]
optimizer = torch.optim.SGD([{"params": decay, "weight_decay": 5e-5}, {"params": rest, "weight_decay": 0.0}], lr=0.1, momentum=0.9, nesterov=True)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, total_steps=20)
scaler = torch.amp.GradScaler()
averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999), use_buffers=True)
stage("model")
for step in range(4):
    x = torch.randn(32, 3, 96, 96, device="cuda").contiguous(memory_format=torch.channels_last)
    y = torch.zeros(32, dtype=torch.long, device="cuda")
    x, y = mixed(x, y, step)
    stage("batch")
    with torch.amp.autocast("cuda", dtype=torch.float16):
        out = model(x)
        loss = torch.sum(-y * F.log_softmax(out, dim=-1), dim=-1).mean()
    stage("forward")
    scaler.scale(loss).backward()
    stage("backward")
    scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0, foreach=True)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
    scheduler.step()
    averaged.update_parameters(model)
    stage("step")
