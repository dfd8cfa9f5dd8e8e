"""Hybrid sharding without groups: over as many devices as LOCAL_WORLD_SIZE says that a machine has."""
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.testing._internal.distributed.fake_pg import FakeStore

os.environ["LOCAL_WORLD_SIZE"] = "4"
dist.init_process_group("fake", rank=5, world_size=8, store=FakeStore())
model = FullyShardedDataParallel(
    nn.Sequential(nn.Linear(64, 64, bias=False)).cuda(), sharding_strategy=ShardingStrategy.HYBRID_SHARD,
    auto_wrap_policy=ModuleWrapPolicy({nn.Linear}))
assert [p.numel() for p in model.parameters()] == [64 * 64 // 4]
assert dist.get_process_group_ranks(model.process_group) == [4, 5, 6, 7]
assert dist.get_process_group_ranks(model._inter_node_pg) == [1, 5]
print("ok")
