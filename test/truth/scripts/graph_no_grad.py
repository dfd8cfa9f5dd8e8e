# Under no_grad, inference_mode and detach nothing is saved: two activations live at a time.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(*[nn.Sequential(nn.Linear(1024, 1024), nn.ReLU()) for _ in range(6)]).cuda()
x = torch.randn(2048, 1024, device="cuda")
stage("model")
y = model(x)
stage("with grad")
del y
stage("graph gone")
with torch.no_grad():
    y = model(x)
    stage("no_grad")
with torch.inference_mode():
    y = model(x)
    stage("inference_mode")
model.requires_grad_(False)
y = model(x)
stage("nothing requires grad")
model.requires_grad_(True)
y = model(x).detach()
stage("detached")


@torch.no_grad()
def evaluate(x):
    with torch.enable_grad():
        z = model(x)
        stage("enable_grad inside")
    return z.detach()


y = evaluate(x)
stage("returned")
torch.set_grad_enabled(False)
y = model(x)
stage("set_grad_enabled(False)")
