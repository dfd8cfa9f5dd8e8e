# After the first backward DDP's buckets are made anew in the order in which gradients came: 1 MiB, then 25 MiB.
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("nccl", rank=0, world_size=4)
model = nn.Sequential(*[nn.Linear(1024, 1024) for _ in range(12)]).cuda()
model = nn.parallel.DistributedDataParallel(model, device_ids=[0])
x = torch.randn(8, 1024, device="cuda")
layer = 4 * (1024 * 1024 + 1024)


def sizes():
    return [bucket.flat.numel() * 4 for bucket in model.reducer.buckets]


assert sizes() == [12 * layer], sizes()
before = torch.cuda.memory_allocated()
model(x).sum().backward()
assert sizes() == [12 * layer], sizes()
model.zero_grad()
loss = model(x).sum()
# A layer passes 1 MiB at once, six layers are 24 MiB and a bit, so the second bucket takes the seventh's weight too.
assert sizes() == [layer, 7 * layer, 4 * layer], sizes()
loss.backward()
assert torch.cuda.memory_allocated() - before >= 12 * layer
print("ok")
