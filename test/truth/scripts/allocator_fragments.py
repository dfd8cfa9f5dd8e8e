# Fragmentation: blocks of many sizes come and go; empty_cache gives back only whole segments.
import torch
from stage import stage

mib = 1 << 20
blocks = [torch.empty(size, dtype=torch.uint8, device="cuda") for size in (3 * mib, 5 * mib, 7 * mib, 11 * mib, 25 * mib, 600, 70000)]
stage("allocated")
del blocks[1], blocks[2], blocks[-2]
stage("holes")
again = [torch.empty(size, dtype=torch.uint8, device="cuda") for size in (4 * mib, 12 * mib, 500)]
stage("filled")
torch.cuda.empty_cache()
stage("emptied")
blocks.clear()
stage("cleared")
torch.cuda.empty_cache()
stage("emptied again")
s = torch.cuda.memory_stats()
for key in ("segment.all.current", "inactive_split_bytes.all.current", "inactive_split.all.peak", "active_bytes.all.current",
            "num_device_alloc", "num_device_free", "allocation.small_pool.allocated", "allocation.large_pool.freed", "num_alloc_retries"):
    print(key, s[key])
print([(segment["total_size"], segment["allocated_size"], len(segment["blocks"])) for segment in torch.cuda.memory_snapshot()])
