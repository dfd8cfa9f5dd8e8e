"""DDP with micro-batches under no_sync: gradients stay local until the last, whose buckets are reduced; the loss divided, bf16 autocast."""
import contextlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist._verify_params_across_processes = lambda *args: True
dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())


def hook(state, bucket):
    future = torch.futures.Future()
    future.set_result(bucket.buffer())
    return future


model = nn.Sequential(nn.Linear(1024, 4096), nn.GELU(), nn.Linear(4096, 1024), nn.LayerNorm(1024), nn.Linear(1024, 100)).cuda()
model = DDP(model, device_ids=[0])
model.register_comm_hook(None, hook)
optimizer = torch.optim.AdamW(model.parameters())
stage("model")
for step in range(1):
    for micro in range(3):
        last = micro == 2
        with contextlib.nullcontext() if last else model.no_sync():
            with torch.autocast("cuda", dtype=torch.bfloat16):
                loss = nn.functional.cross_entropy(model(torch.randn(64, 1024, device="cuda")), torch.zeros(64, dtype=torch.long, device="cuda")) / 3
            stage(f"{micro} forward")
            loss.backward()
            stage("backward")
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    stage("step")
