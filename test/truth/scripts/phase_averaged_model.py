# torch.optim.swa_utils: AveragedModel with the mean and with an EMA, SWALR.
import torch
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_multi_avg_fn
from stage import stage

model = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.Flatten(), nn.Linear(64 * 256, 100)).cuda()
mean = AveragedModel(model)
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99), use_buffers=True)
stage("averages")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
scheduler = SWALR(optimizer, swa_lr=0.05)
batches = [torch.randn(32, 3, 16, 16, device="cuda") for _ in range(3)]
for step, x in enumerate(batches):
    model(x).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
    mean.update_parameters(model)
    stage(f"{step} mean")
    ema.update_parameters(model)
    stage(f"{step} ema")
    scheduler.step()
