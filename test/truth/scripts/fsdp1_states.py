"""FullyShardedDataParallel outside the step: whole parameters for a while, state dictionaries, what is told and refused."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import (
    FullOptimStateDictConfig, FullStateDictConfig, FullyShardedDataParallel as FSDP, MixedPrecision, ShardedStateDictConfig,
    ShardingStrategy, StateDictType,
)
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)


def net():
    torch.manual_seed(0)
    return nn.Sequential(nn.Sequential(nn.Linear(250, 999), nn.ReLU(), nn.Linear(999, 250)), nn.BatchNorm1d(250), nn.Linear(250, 10)).cuda()


def train(model, steps=2):
    optimizer = torch.optim.AdamW(model.parameters())
    x = torch.randn(32, 250, device="cuda")
    for _ in range(steps):
        model(x).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    return optimizer


POLICY = ModuleWrapPolicy({nn.Sequential})
for use_orig_params in (False, True):
    kind = "original" if use_orig_params else "flat"
    model = FSDP(net(), auto_wrap_policy=POLICY, use_orig_params=use_orig_params)
    print([name for name, _ in model.named_parameters()], [name for name, _ in model.named_buffers()])
    optimizer = train(model)
    stage(f"{kind}: trained")
    with FSDP.summon_full_params(model):
        print([(name, tuple(p.shape)) for name, p in model.named_parameters()])
        stage(f"{kind}: summoned")
    stage(f"{kind}: gone again")
    with FSDP.summon_full_params(model, writeback=False, offload_to_cpu=True):
        print({p.device.type for p in model.parameters()})
        stage(f"{kind}: summoned on the host")
    stage(f"{kind}: gone from the host")
    with FSDP.summon_full_params(model, recurse=False, writeback=False):
        stage(f"{kind}: summoned the root")
    state = model.state_dict()
    print({name: (tuple(t.shape), t.device.type) for name, t in state.items()})
    stage(f"{kind}: state_dict")
    model.load_state_dict(state)
    stage(f"{kind}: loaded")
    del state
    with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT, FullStateDictConfig(offload_to_cpu=True, rank0_only=True),
                              FullOptimStateDictConfig(offload_to_cpu=True, rank0_only=True)):
        state = model.state_dict()
        print({name: (tuple(t.shape), t.device.type) for name, t in state.items()})
        stage(f"{kind}: state_dict on the host")
    del state
    model.apply(lambda module: None)
    stage(f"{kind}: applied")
    print(len(FSDP.fsdp_modules(model)), len(FSDP.fsdp_modules(model, root_only=True)), model.check_is_root())
    print(type(model.module).__name__, type(model[0]).__name__, model[2].in_features, isinstance(model[0], FSDP))
    del model, optimizer
    for _ in range(4):
        gc.collect()
    torch.cuda.empty_cache()
    stage(f"{kind}: gone")

model = FSDP(net(), mixed_precision=MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.bfloat16, buffer_dtype=torch.bfloat16))
optimizer = train(model)
print(sorted({str(b.dtype) for b in model.buffers()}))
with FSDP.summon_full_params(model):
    print(sorted({str(p.dtype) for p in model.parameters()}))
    stage("bf16: summoned")
print({name: str(t.dtype) for name, t in model.state_dict().items()})
stage("bf16: state_dict")
model = FSDP(net(), auto_wrap_policy=POLICY, device_mesh=init_device_mesh("cuda", (4,)))
train(model)
with FSDP.state_dict_type(model, StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig()):
    print(FSDP.get_state_dict_type(model).state_dict_type)
    state = model.state_dict()
    print({name: (type(t).__name__, tuple(t.shape)) for name, t in state.items()})
    stage("sharded state_dict")
del state
print(model)
for make in (
    lambda: FSDP(FSDP(net()), auto_wrap_policy=POLICY),
    lambda: FSDP(nn.ParameterList([nn.Parameter(torch.tensor(1.0, device="cuda"))])),
    lambda: FSDP(net(), sharding_strategy=ShardingStrategy.HYBRID_SHARD),
    lambda: FSDP(net(), process_group=dist.group.WORLD, device_mesh=object()),
    lambda: FSDP(net().half().append(nn.Linear(10, 10).cuda())),
):
    try:
        make()
    except Exception as error:
        print(type(error).__name__, error)
frozen = net()
frozen[2].requires_grad_(False)
try:
    FSDP(frozen)
except ValueError as error:
    print(error)
