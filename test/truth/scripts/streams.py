"""Memory belongs to the stream that was current when it was taken; another stream's cached blocks are not reused."""
import torch

from stage import stage

side = torch.cuda.Stream()
a = torch.empty(3 * 2**20, device="cuda")
del a
stage("cached on the default stream")
with torch.cuda.stream(side):
    b = torch.empty(3 * 2**20, device="cuda")
stage("taken on the side stream")
del b
c = torch.empty(3 * 2**20, device="cuda")
stage("again on the default stream")
c.record_stream(side)
del c
stage("freed, in use by the side stream")
d = torch.empty(1000, device="cuda")
stage("after events")
w = torch.randn(256, 256, device="cuda", requires_grad=True)
x = torch.randn(64, 256, device="cuda")
with torch.cuda.stream(side):
    side.wait_stream(torch.cuda.default_stream())
    y = (x @ w).relu()
    loss = (y @ w).sum()
stage("forward on the side stream")
loss.backward()
stage("backward")
torch.cuda.set_stream(side)
e = w.grad * 2
torch.cuda.set_stream(torch.cuda.default_stream())
stage("set_stream")
with side:
    f = torch.empty(5 * 2**20, device="cuda")
del d, e, f, y, loss
stage("freed")
torch.cuda.empty_cache()
stage("emptied")
others = [torch.cuda.Stream() for _ in range(40)]
print(len({s.stream_id for s in others}), others[0] == others[32], others[0] == others[1], torch.cuda.current_stream() == torch.cuda.default_stream())
print(torch.cuda.default_stream().cuda_stream, torch.cuda.current_stream().stream_id)
