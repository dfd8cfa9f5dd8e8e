"""FullyShardedDataParallel as a recipe uses it: layers by class, bfloat16, recomputed layers, a scaler, clipping; hybrid over given groups."""
import functools
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import CheckpointImpl, apply_activation_checkpointing, checkpoint_wrapper
from torch.distributed.fsdp import FullStateDictConfig, FullyShardedDataParallel as FSDP, MixedPrecision, ShardingStrategy, StateDictType
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler
from torch.distributed.fsdp.wrap import transformer_auto_wrap_policy
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=0, world_size=8, store=FakeStore())
torch.cuda.set_device(0)
policy = functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={nn.TransformerEncoderLayer})
precision = MixedPrecision(torch.bfloat16, torch.bfloat16, torch.bfloat16)
groups = dist.new_group([0, 1, 2, 3]), dist.new_group([0, 4])
for name, options in {
    "full": {"sharding_strategy": ShardingStrategy.FULL_SHARD, "use_orig_params": True},
    "kept": {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP, "use_orig_params": True},
    "hybrid": {"sharding_strategy": ShardingStrategy.HYBRID_SHARD, "process_group": groups},
    "hybrid kept": {"sharding_strategy": ShardingStrategy._HYBRID_SHARD_ZERO2, "process_group": groups, "use_orig_params": True},
}.items():
    layer = nn.TransformerEncoderLayer(256, 4, 1024, batch_first=True)
    model = nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)
    model = FSDP(model, auto_wrap_policy=policy, mixed_precision=precision, device_id=torch.cuda.current_device(), sync_module_states=True, **options)
    apply_activation_checkpointing(
        model, checkpoint_wrapper_fn=functools.partial(checkpoint_wrapper, checkpoint_impl=CheckpointImpl.NO_REENTRANT),
        check_fn=lambda m: isinstance(m, nn.TransformerEncoderLayer))
    stage(f"{name}: wrapped")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    scaler = ShardedGradScaler()
    x = torch.randn(4, 64, 256, device="cuda")
    for _ in range(2):
        optimizer.zero_grad()
        loss = model(x).float().mean()
        stage(f"{name}: forward")
        scaler.scale(loss).backward()
        stage(f"{name}: backward")
        scaler.unscale_(optimizer)
        model.clip_grad_norm_(1.0)
        scaler.step(optimizer)
        scaler.update()
        stage(f"{name}: step")
    with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT, FullStateDictConfig(offload_to_cpu=True, rank0_only=True)):
        state = model.state_dict()
    print(len(state), sorted(state)[:2])
    stage(f"{name}: state_dict")
    del layer, model, optimizer, scaler, loss, state, x
    for _ in range(4):
        gc.collect()
    torch.cuda.empty_cache()
    stage(f"{name}: gone")
