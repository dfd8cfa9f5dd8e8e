"""Memory pools of their own: what goes there, what comes back when, how snapshots tell them apart."""
import torch
from stage import stage
pool = torch.cuda.MemPool()
stage("pool")
with torch.cuda.use_mem_pool(pool):
    a = torch.empty(3_000_000, device="cuda")
    b = torch.empty(3000, device="cuda")
stage("in pool")
c = torch.empty(3_000_000, device="cuda")
stage("outside")
print(pool.id == (0, 0), len(pool.snapshot()), sorted((s["total_size"], s["segment_pool_id"] == pool.id) for s in torch.cuda.memory_snapshot()))
del a
stage("freed")
c2 = torch.empty(2_000_000, device="cuda")
stage("not reused")
with torch.cuda.use_mem_pool(pool):
    a = torch.empty(2_500_000, device="cuda")
stage("reused")
torch.cuda.empty_cache()
stage("emptied")
del a, b
torch.cuda.empty_cache()
stage("emptied 2")
del pool
torch.cuda.empty_cache()
stage("pool gone")

p1, p2 = torch.cuda.MemPool(), torch.cuda.MemPool()
x = torch.empty(4_000_000, device="cuda")
del x
with torch.cuda.use_mem_pool(p1):
    a = torch.empty(4_000_000, device="cuda")
    with torch.cuda.use_mem_pool(p2):
        b = torch.empty(4_000_000, device="cuda")
        stage("nested")
    c = torch.empty(1_000_000, device="cuda")
    torch.cuda.empty_cache()
    stage("emptied inside")
print(len(p1.snapshot()), len(p2.snapshot()))
w = torch.empty(1000, 1000, device="cuda", requires_grad=True)
stage("w")
with torch.cuda.use_mem_pool(p1):
    y = (w * 2).exp()
    stage("forward in pool")
    y.sum().backward()
    stage("backward in pool")
print(len(p1.snapshot()))
del p1, a, y
stage("p1 gone while used")
del c
torch.cuda.empty_cache()
stage("now emptied")
del b, w
torch.cuda.empty_cache()
stage("p2 alone")
