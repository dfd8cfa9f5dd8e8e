"""FullyShardedDataParallel: an optimizer's state gathered and cut to the original parameters', whole or sharded, and back."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, StateDictOptions
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import (
    FullOptimStateDictConfig, FullStateDictConfig, FullyShardedDataParallel as FSDP, ShardedOptimStateDictConfig, ShardedStateDictConfig, StateDictType,
)
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)

def net():
    return nn.Sequential(nn.Sequential(nn.Linear(250, 999), nn.ReLU(), nn.Linear(999, 250)), nn.BatchNorm1d(250), nn.Linear(250, 10)).cuda()


def train(model, steps=2):
    optimizer = torch.optim.AdamW(model.parameters())
    x = torch.randn(32, 250, device="cuda")
    for _ in range(steps):
        model(x).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    return optimizer


def told(state):
    return {k: (tuple(v.shape), v.device.type, type(v).__name__) if isinstance(v, torch.Tensor) else v for k, v in sorted(state.items())}


gc.disable()
for mesh in (None, init_device_mesh("cuda", (4,))):
    k = "no mesh" if mesh is None else "mesh"
    model = FSDP(net(), auto_wrap_policy=ModuleWrapPolicy({nn.Sequential}), device_mesh=mesh)
    optimizer = train(model)
    gc.collect()
    stage(f"{k} trained")
    for kind, a, b in ((StateDictType.FULL_STATE_DICT, FullStateDictConfig(), FullOptimStateDictConfig()),
                       (StateDictType.FULL_STATE_DICT, FullStateDictConfig(offload_to_cpu=True, rank0_only=True), FullOptimStateDictConfig(offload_to_cpu=True, rank0_only=True)),
                       (StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig(), ShardedOptimStateDictConfig()),
                       (StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig(offload_to_cpu=True), ShardedOptimStateDictConfig(offload_to_cpu=True))):
        if kind == StateDictType.SHARDED_STATE_DICT and mesh is None:
            continue
        with FSDP.state_dict_type(model, kind, a, b):
            stage(f"{k} {kind.name}")
            osd = FSDP.optim_state_dict(model, optimizer)
            stage(f"{k} {kind.name} optim")
            print({n: told(s) for n, s in osd["state"].items()})
            print(osd["param_groups"][0]["params"])
            load = FSDP.optim_state_dict_to_load(model, optimizer, osd)
            stage(f"{k} {kind.name} to load")
            print({n: told(s) for n, s in load["state"].items()})
            optimizer.load_state_dict(load)
            stage(f"{k} {kind.name} loaded")
            del osd, load
    if mesh is not None:
        m, o = get_state_dict(model, optimizer)
        stage(f"{k} get_state_dict")
        print(list(m), list(o["state"]))
        del m, o
        m, o = get_state_dict(model, optimizer, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
        stage(f"{k} get_state_dict full")
        del m, o
    del model, optimizer
    gc.collect()
    stage("gone")
