# torch.cuda's readings of memory agree with one another, per pool and over time.
import torch

x = torch.empty(1000, device="cuda")
y = torch.empty(5_000_000, device="cuda")
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.memory_reserved(), torch.cuda.max_memory_reserved())
print(torch.cuda.memory_allocated("cuda:0"), torch.cuda.memory_allocated(torch.device("cuda")), torch.cuda.memory_allocated(0))
del y
torch.cuda.reset_peak_memory_stats()
print(torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())
torch.cuda.reset_accumulated_memory_stats()
z = torch.empty(100, device="cuda")
stats = torch.cuda.memory_stats()
for key in sorted(stats):
    if key.split(".")[0] in ("allocation", "allocated_bytes", "requested_bytes", "reserved_bytes", "segment", "active_bytes"):
        print(key, stats[key])
nested = torch.cuda.memory_stats_as_nested_dict()
print(sorted(nested["allocated_bytes"]["small_pool"].items()), torch.cuda.device_count())
