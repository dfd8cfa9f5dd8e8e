"""fully_shard with uneven shards, CPU offload, gradient accumulation, prefetching by hand, HSDP, one list of modules, checkpointing."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import CPUOffloadPolicy, FSDPModule, fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils.checkpoint import checkpoint

from stage import stage

dist.init_process_group("fake", rank=0, world_size=8, store=FakeStore())
torch.cuda.set_device(0)
print(dist.get_rank(), dist.get_world_size(), dist.get_backend(), dist.is_initialized())


class Net(nn.Module):
    def __init__(self, recompute=False):
        super().__init__()
        self.layers = nn.ModuleList(nn.Sequential(nn.Linear(250, 1001), nn.ReLU(), nn.Linear(1001, 250)) for _ in range(3))
        self.norm = nn.LayerNorm(250)
        self.head = nn.Linear(250, 10)
        self.recompute = recompute

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False) if self.recompute else layer(x)
        return self.head(self.norm(x))


def run(name, net, steps=2, accumulate=1):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    x = torch.randn(64, 250, device="cuda")
    for _ in range(steps):
        for i in range(accumulate):
            if accumulate > 1:
                net.set_requires_gradient_sync(i == accumulate - 1)
            loss = net(x).pow(2).mean()
            stage(f"{name}: forward")
            loss.backward()
            stage(f"{name}: backward")
        optimizer.step()
        stage(f"{name}: step")
        optimizer.zero_grad()
    del optimizer, x, loss
    return net


def gone(name):
    gc.collect()
    gc.collect()
    torch.cuda.empty_cache()
    stage(f"{name}: gone")


def shard(net, **kwargs):
    for layer in net.layers:
        fully_shard(layer, **kwargs)
    fully_shard(net, **kwargs)
    stage("sharded")
    return net


run("from the CPU", shard(Net()))
gone("from the CPU")
run("offloaded", shard(Net(), offload_policy=CPUOffloadPolicy()))
gone("offloaded")
run("accumulated", shard(Net().cuda()), accumulate=2)
gone("accumulated")
net = shard(Net().cuda())
for i, layer in enumerate(net.layers):
    layer.set_modules_to_forward_prefetch(list(net.layers[i + 1:i + 3]))
    layer.set_modules_to_backward_prefetch(list(reversed(net.layers[max(0, i - 2):i])))
run("prefetched", net)
print([isinstance(m, FSDPModule) for m in net.modules()], type(net).__name__)
del net, layer
gone("prefetched")
mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("replicate", "shard"))
print(mesh["shard"].size(), mesh["replicate"].size(), mesh.get_coordinate(), mesh.get_local_rank("shard"), mesh.shape)
run("hsdp", shard(Net().cuda(), mesh=mesh))
gone("hsdp")
net = Net().cuda()
for layer in net.layers:
    fully_shard(layer)
fully_shard([net.norm, net.head])
fully_shard(net)
run("grouped", net)
del net, layer
gone("grouped")
net = shard(Net().cuda(), reshard_after_forward=True)
with torch.no_grad():
    net(torch.randn(4, 250, device="cuda"))
stage("inference")
net.unshard()
stage("unsharded")
net.reshard()
stage("resharded")
full = net.layers[0][0].weight.full_tensor()
print(full.shape, net.layers[0][0].weight.to_local().shape, net.layers[0][0].weight.placements, net.layers[0][0].weight.device_mesh.size())
stage("full_tensor")
state = net.state_dict()
print({k: (tuple(v.shape), tuple(v.to_local().shape)) for k, v in list(state.items())[:3]})
stage("state_dict")
run("recomputed", shard(Net(True).cuda()))
