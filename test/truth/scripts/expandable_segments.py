"""expandable_segments, set in the environment: one segment that grows, freed pages given back by empty_cache."""
import os

os.environ["PYTORCH_ALLOC_CONF"] = "expandable_segments:True"
import torch

from stage import stage

MIB = 2**20
a = torch.empty(30 * MIB, dtype=torch.uint8, device="cuda")
b = torch.empty(3 * MIB, dtype=torch.uint8, device="cuda")
c = torch.empty(100, device="cuda")
stage("three")
del b
d = torch.empty(60 * MIB, dtype=torch.uint8, device="cuda")
stage("grown")
del a
e = torch.empty(20 * MIB, dtype=torch.uint8, device="cuda")
stage("reused")
torch.cuda.empty_cache()
stage("emptied")
print([(s["total_size"], s["allocated_size"], s["segment_type"], s["is_expandable"]) for s in torch.cuda.memory_snapshot()])
stats = torch.cuda.memory_stats()
print({k: v for k, v in stats.items() if k.startswith(("segment.all", "inactive_split.all", "active.all", "num_"))})
