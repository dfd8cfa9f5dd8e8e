"""Model and optimizer states by torch.distributed.checkpoint: names without wrappers, state that is made to be saved, gathered, offloaded, set again."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions, get_model_state_dict, get_optimizer_state_dict, get_state_dict, set_model_state_dict, set_optimizer_state_dict, set_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(256, 1022), nn.GELU(), nn.Linear(1022, 256)) for _ in range(2))
        self.norm, self.head = nn.BatchNorm1d(256), nn.Linear(256, 10)
        self.frozen = nn.Linear(256, 256).requires_grad_(False)

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return self.head(self.norm(self.frozen(x)))


def told(state):
    return {k: (tuple(v.shape), v.device.type, type(v).__name__) if isinstance(v, torch.Tensor) else v for k, v in state.items()}


def plain():
    return Net().cuda()


def wrapped():
    return DDP(Net().cuda(), init_sync=False)


def compiled():
    return torch.compile(Net().cuda(), backend="eager")


def sharded():
    mesh = init_device_mesh("cuda", (4,))
    net = Net().cuda()
    for block in net.blocks:
        fully_shard(block, mesh=mesh)
    return fully_shard(net, mesh=mesh)


gc.disable()
for make in (plain, wrapped, compiled, sharded):
    name = make.__name__
    model = make()
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-3)
    stage(f"{name} made")
    model_state, optim_state = get_state_dict(model, optimizer)
    stage(f"{name} states of a new one")
    print(sorted(told(model_state).items())[:4], len(model_state))
    print(list(optim_state["state"])[:3], told(optim_state["state"]["head.weight"]), optim_state["param_groups"][0]["params"][-1], optim_state["param_groups"][0]["lr"])
    if make is not wrapped:
        model(torch.randn(64, 256, device="cuda")).sum().backward()
        optimizer.step()
    optimizer.zero_grad()
    stage(f"{name} trained")
    set_state_dict(model, optimizer, model_state_dict=model_state, optim_state_dict=optim_state)
    stage(f"{name} set again")
    del model_state, optim_state
    stage(f"{name} states gone")
    whole = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, ignore_frozen_params=True))
    print(len(whole), told(whole)["head.weight"])
    stage(f"{name} whole")
    set_model_state_dict(model, whole, options=StateDictOptions(full_state_dict=True, strict=False))
    stage(f"{name} whole set")
    del whole
    host = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
    stage(f"{name} whole on the host")
    print(told(host)["head.weight"])
    set_model_state_dict(model, host, options=StateDictOptions(full_state_dict=True))
    stage(f"{name} set from the host")
    states = get_optimizer_state_dict(model, optimizer, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
    stage(f"{name} optimizer on the host")
    print(told(states["state"]["head.weight"]))
    set_optimizer_state_dict(model, optimizer, states, options=StateDictOptions(full_state_dict=True))
    stage(f"{name} optimizer set from the host")
    flat = get_optimizer_state_dict(model, optimizer, options=StateDictOptions(flatten_optimizer_state_dict=True, cpu_offload=True))
    print(sorted(flat)[:3], told(flat)["state.head.weight.exp_avg"])
    stage(f"{name} flat on the host")
    del model, optimizer, host, states, flat
    gc.collect()
    stage(f"{name} gone")
