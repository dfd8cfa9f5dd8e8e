# Weights stored in float8 with a scale, brought back for each product: storage is one byte an element.
import torch
from torch import nn
from stage import stage


class Float8Linear(nn.Module):
    def __init__(self, linear):
        super().__init__()
        scale = linear.weight.abs().amax() / 448
        self.register_buffer("weight", (linear.weight.detach() / scale).to(torch.float8_e4m3fn))
        self.register_buffer("scale", scale)
        self.bias = nn.Parameter(linear.bias.detach().clone())

    def forward(self, x):
        return nn.functional.linear(x, self.weight.to(x.dtype) * self.scale.to(x.dtype), self.bias.to(x.dtype))


model = nn.Sequential(*(nn.Linear(1024, 1024) for _ in range(3))).cuda()
stage("float")
for i in range(3):
    model[i] = Float8Linear(model[i])
    stage(f"layer {i}")
x = torch.randn(256, 1024, device="cuda", dtype=torch.bfloat16, requires_grad=True)
y = model(x)
stage("forward")
y.sum().backward()
stage("backward")
print([str(b.dtype) for b in model.buffers()][:2], torch.float8_e5m2.itemsize, torch.finfo(torch.float8_e4m3fn).max)
