"""A Colwise/Rowwise plan, per rank of four: shards of the weights, local activations, the sum's buffers. (Reserved is left out.)"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.testing._internal.distributed.fake_pg import FakeStore


def stage(name):
    s = torch.cuda.memory_stats()
    requested, allocated = ((s[f"{key}_bytes.all.current"], s[f"{key}_bytes.all.peak"]) for key in ("requested", "allocated"))
    print(name, *requested, *allocated)
    torch.cuda.reset_peak_memory_stats()


dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)
mesh = init_device_mesh("cuda", (4,))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(512, 2048)
        self.down = nn.Linear(2048, 512)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(x)))


model = nn.Sequential(MLP(), MLP()).cuda()
stage("model")
model = parallelize_module(model, mesh, {"*.up": ColwiseParallel(), "*.down": RowwiseParallel()})
stage("parallel")
optimizer = torch.optim.AdamW(model.parameters(), fused=False, foreach=False)
x = torch.randn(64, 512, device="cuda")
for step in range(2):
    loss = model(x).sum()
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    stage("step")
    optimizer.zero_grad()
    stage("zero_grad")
