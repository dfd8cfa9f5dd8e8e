# saved_tensors_hooks see every saved tensor; offloading to the CPU frees the GPU.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(512, 2048), nn.GELU(), nn.Linear(2048, 512)).cuda()
x = torch.randn(2048, 512, device="cuda")
sizes = []


def pack(t):
    sizes.append(t.numel() * t.element_size())
    return t


with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
    y = model(x).sum()
print(sizes)
stage("seen")
y.backward()
stage("backward")
del y
with torch.autograd.graph.save_on_cpu():
    y = model(x).sum()
stage("on the cpu")
y.backward()
stage("backward from the cpu")
