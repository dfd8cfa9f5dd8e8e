"""A checkpoint through io.BytesIO: saved from the device, loaded there or on the host, into a model and an optimizer that go on."""
import io

import torch
from torch import nn

from stage import stage


def make():
    model = nn.Sequential(nn.Linear(512, 1024), nn.ReLU(), nn.Linear(1024, 512)).cuda()
    return model, torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)


def train(model, optimizer):
    optimizer.zero_grad()
    model(torch.randn(64, 512, device="cuda")).pow(2).mean().backward()
    optimizer.step()


model, optimizer = make()
scaler = torch.amp.GradScaler("cuda")
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
train(model, optimizer)
schedule.step()
stage("trained")
file = io.BytesIO()
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict(), "scaler": scaler.state_dict(),
            "epoch": 3, "rng": torch.get_rng_state()}, file)
stage("saved")
for place in ("cuda", "cpu", None, lambda storage, location: storage, {"cuda:0": "cpu"}):
    file.seek(0)
    resumed, its = make()
    stage("another model")
    checkpoint = torch.load(file, map_location=place, weights_only=True)
    stage("loaded")
    print(resumed.load_state_dict(checkpoint["model"]), checkpoint["epoch"])
    its.load_state_dict(checkpoint["optimizer"])
    stage("taken over")
    print({k: (v.device.type, v.dtype) for k, v in its.state[resumed[0].weight].items()}, its.param_groups[0]["lr"])
    del checkpoint
    stage("checkpoint dropped")
    train(resumed, its)
    stage("went on")
    del resumed, its
    torch.cuda.empty_cache()
assigned, _ = make()
file.seek(0)
assigned.load_state_dict(torch.load(file, map_location="cuda")["model"], assign=True)
stage("assigned")
