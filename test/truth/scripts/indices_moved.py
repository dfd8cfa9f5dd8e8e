"""Indices on the CPU and of 32 bits: what autograd saves of them, and what the kernels take."""
import torch
cuda = torch.cuda
def show(name):
    s = cuda.memory_stats()
    print(name, s["requested_bytes.all.peak"] - base, s["requested_bytes.all.current"] - base)
    cuda.reset_peak_memory_stats()
table = torch.zeros(100, 16, device="cuda", requires_grad=True)
(table * 1).sum().backward()
table.grad = None
def start():
    global base
    cuda.reset_peak_memory_stats()
    base = cuda.memory_stats()["requested_bytes.all.current"]
for device in ("cpu", "cuda"):
    for dtype in (torch.int64, torch.int32):
        a = torch.zeros(30, 40, dtype=dtype, device=device)
        row = torch.zeros(7, 1, dtype=dtype, device=device)
        column = torch.zeros(1, 5, dtype=dtype, device=device)
        start()
        out = table[a]
        show(f"{device} {dtype} rows")
        out.sum().backward()
        show("backward")
        table.grad = out = None
        start()
        out = table[row, column]
        show("both")
        out.sum().backward()
        show("backward")
        table.grad = out = None
        start()
        x = table * 1
        x[row, column] = 1.0
        show("put")
        x.sum().backward()
        show("backward")
        table.grad = x = None
        start()
        x = table * 1
        x[a] = table[a]
        show("put values")
        x.sum().backward()
        show("backward")
        table.grad = x = None
        start()
        x = torch.zeros(100, 16, device="cuda")
        v = torch.zeros(30, 40, 16, device="cuda")
        x.index_put_((a.to("cuda"),), v, accumulate=True)
        show("accumulate")
        x = v = None
