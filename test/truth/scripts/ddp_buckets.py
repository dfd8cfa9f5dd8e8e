"""DistributedDataParallel's buckets of a first step: the second copy of the gradients, views of it, the output's copy, no_sync."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist._verify_params_across_processes = lambda *args: True
dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())
torch.cuda.set_device(0)


def hook(state, bucket):
    future = torch.futures.Future()
    future.set_result(bucket.buffer())
    return future


def unused(layer):
    layer.weight.requires_grad_(False)
    return layer


for name, options, steps in (
    ("plain", {}, 1),
    ("views", {"gradient_as_bucket_view": True}, 1),
    ("find unused", {"find_unused_parameters": True}, 3),
    ("find unused, views", {"find_unused_parameters": True, "gradient_as_bucket_view": True, "bucket_cap_mb": 5}, 3),
    ("no buffers", {"broadcast_buffers": False, "find_unused_parameters": True, "bucket_cap_mb": 9}, 2),
):
    model = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(8)], nn.BatchNorm1d(1024), unused(nn.Linear(1024, 64))).cuda()
    stage(f"{name}: model")
    model = nn.parallel.DistributedDataParallel(model, device_ids=[0], **options)
    model.register_comm_hook(None, hook)
    stage(f"{name}: wrapped")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(8, 1024)
    for step in range(steps):
        loss = model(x).sum()
        stage(f"{name}: forward")
        loss.backward()
        stage(f"{name}: backward")
        optimizer.step()
        stage(f"{name}: step")
        optimizer.zero_grad()
        stage(f"{name}: zero_grad")
        if "unused" in name:
            with model.no_sync():
                model(x).sum().backward()
            stage(f"{name}: without synchronization")
    del model, optimizer, loss, x
    gc.collect()
    gc.collect()
    stage(f"{name}: gone")
