# One rank of eight: what torch.distributed says of itself, groups, samplers, objects.
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

os.environ.update(RANK="3", WORLD_SIZE="8", LOCAL_RANK="3", LOCAL_WORLD_SIZE="8")
assert dist.is_available() and not dist.is_initialized()
try:
    dist.get_rank()
except ValueError as e:
    assert str(e) == "Default process group has not been initialized, please make sure to call init_process_group."
dist.init_process_group("nccl")
assert (dist.get_rank(), dist.get_world_size(), dist.get_backend(), dist.is_initialized()) == (3, 8, "nccl", True)
try:
    dist.init_process_group("nccl")
except ValueError as e:
    assert str(e) == "trying to initialize the default process group twice!"
group = dist.new_group([1, 3, 5])
assert (group.size(), group.rank(), dist.get_rank(group), dist.get_global_rank(group, 2)) == (3, 1, 1, 5)
assert dist.get_rank(dist.new_group([0, 1])) == -1
t = torch.ones(4, device="cuda")
dist.all_reduce(t)
dist.broadcast(t, src=0)
dist.barrier()
parts = [torch.empty(4, device="cuda") for _ in range(8)]
dist.all_gather(parts, t)
sampler = DistributedSampler(TensorDataset(torch.arange(30)), shuffle=False)
assert len(sampler) == 4 and list(sampler) == [3, 11, 19, 27], list(sampler)
assert len(DataLoader(TensorDataset(torch.arange(30)), batch_size=2, sampler=sampler)) == 2
sampler.set_epoch(1)
names = [None] * 8
dist.all_gather_object(names, "a")
assert len(names) == 8
dist.destroy_process_group()
assert not dist.is_initialized()
print("ok")
