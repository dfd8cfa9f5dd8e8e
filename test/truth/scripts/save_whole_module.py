"""A whole model that is saved is apart from the one that was: that one's memory goes, and loading makes another."""
import torch
from torch import nn

from stage import stage

model = nn.Sequential(nn.Linear(300, 200), nn.BatchNorm1d(200), nn.ReLU(), nn.Linear(200, 10)).cuda()
model[3].weight = nn.Parameter(torch.zeros(10, 200, device="cuda"))
model[0].tied = [model[3].weight]
torch.save(model, "save_whole_module.pt")
torch.save({"net": model, "epoch": 3}, "save_whole_module_2.pt")
stage("saved")
del model
stage("gone")
try:
    torch.load("save_whole_module.pt")
except Exception as error:
    print(type(error).__name__, str(error).split("GLOBAL ")[-1].split(" was")[0])
loaded = torch.load("save_whole_module.pt", weights_only=False)
stage("loaded")
again = torch.load("save_whole_module_2.pt", map_location="cpu", weights_only=False)
stage("loaded on the host")
print(type(loaded).__name__, loaded[0].tied[0] is loaded[3].weight, again["epoch"], next(again["net"].parameters()).device, sum(p.numel() for p in loaded.parameters()))
loaded(torch.randn(4, 300, device="cuda")).sum().backward()
stage("trained")
import os

for name in ("save_whole_module.pt", "save_whole_module_2.pt"):
    print(os.path.exists(name))
    os.remove(name)
