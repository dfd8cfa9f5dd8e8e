"""DistributedDataParallel in later steps: buckets made anew in the order of the gradients; needs copies to the device to be read back."""
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


for name, options in {
    "plain": {},
    "views": {"gradient_as_bucket_view": True},
    "static": {"static_graph": True},
    "static unused": {"static_graph": True, "find_unused_parameters": True},
    "unused": {"find_unused_parameters": True},
    "cap": {"bucket_cap_mb": 5},
    "cap views": {"bucket_cap_mb": 5, "gradient_as_bucket_view": True},
    "no buffers": {"broadcast_buffers": False},
}.items():
    model = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(8)], nn.BatchNorm1d(1024), nn.Linear(1024, 64)).cuda()
    stage(f"{name}: model")
    model = nn.parallel.DistributedDataParallel(model, device_ids=[0], **options)
    model.register_comm_hook(None, hook)
    stage(f"{name}: wrapped")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(8, 1024)
    for step in range(3):
        out = model(x)
        stage(f"{name}: forward {step}")
        out.sum().backward()
        stage(f"{name}: backward {step}")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{name}: step {step}")
    del model, optimizer, out
    for _ in range(4):
        gc.collect()
    torch.cuda.empty_cache()
    stage(f"{name}: gone")
