# The compression hook's copies of all buckets live until the end of backward.
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

dist.init_process_group("nccl", rank=0, world_size=4)
model = nn.Linear(1024, 1024, bias=False).cuda()
model = nn.parallel.DistributedDataParallel(model, device_ids=[0], gradient_as_bucket_view=True)
model.register_comm_hook(None, default_hooks.bf16_compress_hook)
x = torch.randn(8, 1024, device="cuda")
model(x).sum().backward()
model.zero_grad()
loss = model(x).sum()
before = torch.cuda.memory_allocated()
torch.cuda.reset_peak_memory_stats()
loss.backward()
grad = 4 * 1024 * 1024
peak = torch.cuda.max_memory_allocated() - before
# The gradient, then (it is in the bucket) its half in bfloat16.
assert grad <= peak < grad + grad // 2 + 2**18, peak
assert torch.cuda.memory_allocated() - before <= 0
print("ok")
