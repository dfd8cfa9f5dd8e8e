"""fully_shard on each layer and on the root: shards, gathered parameters, the reduce-scatter's buffers, per rank of four."""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)
model = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(4)]).cuda()
stage("model")
for layer in model:
    fully_shard(layer)
fully_shard(model)
stage("sharded")
optimizer = torch.optim.AdamW(model.parameters())
x = torch.randn(8, 1024, device="cuda")
for step in range(3):
    loss = model(x).sum()
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    stage("step")
    optimizer.zero_grad()
    stage("zero_grad")
weight = model[0].weight
print(weight.shape, type(weight).__name__, weight.to_local().shape, weight.placements, sum(p.numel() for p in model.parameters()))
