# Factories and copies: dtypes' sizes, *_like, new_*, to, clone, pin_memory, CPU tensors cost nothing here.
import torch
from stage import stage

kept = {}
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int16, torch.int32,
              torch.int64, torch.bool, torch.complex64, torch.float8_e4m3fn):
    kept[dtype] = torch.empty(1001, dtype=dtype, device="cuda")
    print(dtype, kept[dtype].element_size())
    stage(str(dtype))
kept.clear()
stage("cleared")
a = torch.zeros(300, 300, device="cuda")
kept = [torch.zeros_like(a), torch.empty_like(a, dtype=torch.float16), a.new_zeros(10, 10), a.new_tensor([1.0, 2.0]), torch.full((300, 3), 1.0, device="cuda")]
stage("likes")
kept = [torch.arange(1000, device="cuda"), torch.arange(0, 1, 0.01, device="cuda"), torch.linspace(0, 1, 50, device="cuda"), torch.eye(100, device="cuda"),
        torch.tensor([[1, 2], [3, 4]], device="cuda"), torch.tensor(3.0).cuda(), torch.tril(torch.ones(100, 100, device="cuda")), torch.randperm(100, device="cuda")]
print([(str(t.dtype), tuple(t.shape)) for t in kept])
stage("factories")
kept = [torch.rand(10, 10, device="cuda"), torch.randn(100, device="cuda", dtype=torch.bfloat16), torch.randint(0, 10, (100,), device="cuda"), torch.bernoulli(a), torch.normal(0.0, 1.0, (10, 10), device="cuda"), torch.multinomial(torch.ones(10, device="cuda"), 3)]
stage("random")
kept = [a.to("cuda"), a.float(), a.contiguous()]
stage("no copies")
kept = [a.half(), a.to(torch.float64), a.clone(), a.to("cuda", copy=True), a.to("cpu"), a.t().contiguous(), a.detach(), a.cpu().cuda()]
stage("copies")
kept = [torch.from_numpy(a.cpu().numpy()), torch.ones(1000, 1000), torch.ones(10, 10).pin_memory()]
stage("cpu costs nothing")
with torch.device("cuda"):
    kept = [torch.zeros(1000), torch.nn.Linear(100, 100)]
stage("device context")
torch.set_default_dtype(torch.float16)
kept = [torch.zeros(1000, device="cuda")]
stage("default dtype")
torch.set_default_dtype(torch.float32)
meta = torch.nn.Linear(10000, 10000, device="meta")
stage("meta")
