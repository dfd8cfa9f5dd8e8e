"""Prints the phases of the third step of `model.py` on rank 0 of 4 of PyTorch's fake process group, one JSON line per way to spread it.

A phase is [peak allocated, allocated at its end, peak requested, requested at its end]. DDP reads the order of its buckets back from the
device after the first step: this needs a device, or one that gives back what was copied to it.
"""
import json
import subprocess
import sys

import torch
import torch.distributed as dist
from torch.distributed.fsdp import (
    BackwardPrefetch, CPUOffload, CPUOffloadPolicy, FullyShardedDataParallel, MixedPrecision, MixedPrecisionPolicy, ShardingStrategy,
    fully_shard,
)
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.nn.parallel import DistributedDataParallel
from torch.testing._internal.distributed.fake_pg import FakeStore

from model import Block, Net

FSDP2 = {
    "fsdp2": {},
    "fsdp2 bf16": {"mp_policy": MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)},
    "fsdp2 kept": {"reshard_after_forward": False},
    "fsdp2 offload": {"offload_policy": CPUOffloadPolicy()},
}
FSDP = {
    "fsdp": {},
    "fsdp original": {"use_orig_params": True},
    "fsdp bf16": {"mixed_precision": MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)},
    "fsdp kept": {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP},
    "fsdp whole": {"sharding_strategy": ShardingStrategy.NO_SHARD},
    "fsdp hybrid": {"sharding_strategy": ShardingStrategy.HYBRID_SHARD},
    "fsdp offload": {"cpu_offload": CPUOffload(offload_params=True)},
    "fsdp prefetched": {"forward_prefetch": True, "backward_prefetch": BackwardPrefetch.BACKWARD_POST, "limit_all_gathers": False},
}
DDP = {
    "ddp": {},
    "ddp views": {"gradient_as_bucket_view": True},
    "ddp static": {"static_graph": True, "bucket_cap_mb": 10},
    "ddp unused": {"find_unused_parameters": True},
    "ddp unused static": {"find_unused_parameters": True, "static_graph": True},
}


def memory():
    stats = torch.cuda.memory_stats()
    figures = [stats[f"{kind}.all.{moment}"] for kind in ("allocated_bytes", "requested_bytes") for moment in ("peak", "current")]
    torch.cuda.reset_peak_memory_stats()
    return figures


def buffer_as_it_is(state, bucket):
    """The fake group gives no tensor back."""
    future = torch.futures.Future()
    future.set_result(bucket.buffer())
    return future


def record(name):
    dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
    model = Net().to("cuda")
    if name in FSDP2:
        for block in reversed(list(model.blocks)):
            fully_shard(block, **FSDP2[name])
        fully_shard(model, **FSDP2[name])
    elif name in FSDP:
        mesh = {"device_mesh": dist.init_device_mesh("cuda", (2, 2))} if "hybrid" in name else {}
        model = FullyShardedDataParallel(model, auto_wrap_policy=ModuleWrapPolicy({Block}), **FSDP[name], **mesh)
    elif name in DDP:
        dist._verify_params_across_processes = lambda *args: True
        model = DistributedDataParallel(model, device_ids=[0], **DDP[name])
        model.register_comm_hook(None, buffer_as_it_is)
    elif name == "tensor parallel":
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

        plan = {f"blocks.{i}.{layer}": style() for i in range(4) for layer, style in (("a", ColwiseParallel), ("b", RowwiseParallel))}
        model = parallelize_module(model, init_device_mesh("cuda", (4,)), plan)
    i = torch.empty(8, 64, dtype=torch.int64, device="cuda")
    # PyTorch's foreach kernels refuse tensors and DTensors together.
    options = {"foreach": False} if name == "tensor parallel" else {}
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], **options)
    for _ in range(3):
        phases = {}
        output = model(i)
        loss = output.float().sum()
        phases["forward"] = memory()
        loss.backward()
        phases["backward"] = memory()
        optimizer.step()
        phases["step"] = memory()
        model.zero_grad(set_to_none=True)
        memory()
    print(json.dumps({"case": name, **phases}))


if len(sys.argv) > 1:
    record(sys.argv[1])
else:
    for name in ("plain", *DDP, *FSDP2, *FSDP, "tensor parallel"):
        subprocess.run([sys.executable, __file__, name], check=False)
