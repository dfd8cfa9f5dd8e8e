"""make_graphed_callables warms up on a stream of its own, then keeps inputs, outputs and gradients in one pool for all graphs."""
import torch
from torch import nn

from stage import stage

torch.manual_seed(0)
first = nn.Sequential(nn.Linear(640, 1280), nn.GELU(), nn.Dropout(0.1)).cuda()
second = nn.Linear(1280, 256).cuda()
criterion = nn.MSELoss()
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
x = torch.randn(320, 640, device="cuda")
h = torch.randn(320, 1280, device="cuda", requires_grad=True)
stage("before")
first = torch.cuda.make_graphed_callables(first, (x,))
stage("first")
second, criterion = torch.cuda.make_graphed_callables(
    (second, criterion), ((h,), (torch.randn(320, 256, device="cuda", requires_grad=True), torch.randn(320, 256, device="cuda")))
)
stage("second and loss")
for step in range(3):
    optimizer.zero_grad(set_to_none=True)
    data, target = torch.randn(320, 640, device="cuda"), torch.randn(320, 256, device="cuda")
    loss = criterion(second(first(data)), target)
    stage(f"forward {step}")
    loss.backward()
    stage(f"backward {step}")
    optimizer.step()
    stage(f"step {step}")
first.eval()
with torch.no_grad():
    out = second(first(data))
stage("evaluated")
del first, second, criterion, loss, out, optimizer, data, target, x, h
torch.cuda.empty_cache()
stage("gone")
