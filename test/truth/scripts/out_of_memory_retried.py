"""Out of memory: PyTorch's message, caught and tried again with a smaller batch, under several settings of the allocator."""
import gc

import torch
from torch import nn

from stage import stage

GIB = 2**30
torch.cuda.set_per_process_memory_fraction(0.25)
print(torch.cuda.get_per_process_memory_fraction())
free, total = torch.cuda.mem_get_info()
print(total, torch.cuda.get_device_properties(0).total_memory, torch.cuda.device_count())
model = nn.Sequential(nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 4096)).cuda()
stage("model")
batch = 2**20
while True:
    try:
        x = torch.randn(batch, 4096, device="cuda")
        loss = model(x).sum()
        loss.backward()
        break
    except torch.cuda.OutOfMemoryError as error:
        print(batch, str(error))
    except RuntimeError as error:
        print("other", error)
    x = loss = None
    gc.collect()
    torch.cuda.empty_cache()
    batch //= 2
print(batch)
stage("fits")
stats = torch.cuda.memory_stats()
print(stats["num_ooms"], stats["num_alloc_retries"], stats["max_split_size"], stats["oversize_allocations.current"], stats["oversize_segments.peak"])
print(torch.cuda.memory_summary().splitlines()[3])
del x, loss, model
try:
    kept = [torch.empty(GIB, dtype=torch.uint8, device="cuda") for _ in range(100)]
except torch.OutOfMemoryError as error:
    print(type(error).__mro__[1].__name__, error)
stage("after")
torch.cuda.empty_cache()
torch.cuda.memory._set_allocator_settings("roundup_power2_divisions:4")
a = [torch.empty(n * 1000, dtype=torch.uint8, device="cuda") for n in (1, 3, 5, 9, 17, 33, 65, 129, 1025, 3001)]
stage("power of two divisions")
del a
torch.cuda.memory._set_allocator_settings("roundup_power2_divisions:[256:1,512:2,1024:4,>:8]")
a = [torch.empty(n * 2**20 + 100, dtype=torch.uint8, device="cuda") for n in (1, 100, 300, 700, 1100)]
stage("divisions by size")
for settings in ("max_split_size_mb:5", "unknown_option:3", "garbage_collection_threshold:2", "expandable_segments:maybe", "roundup_power2_divisions:3", "backend:other"):
    try:
        torch.cuda.memory._set_allocator_settings(settings)
        print(settings, "taken")
    except (RuntimeError, ValueError) as error:
        print(settings, type(error).__name__, str(error).splitlines()[0])
print(torch.cuda.get_allocator_backend())
