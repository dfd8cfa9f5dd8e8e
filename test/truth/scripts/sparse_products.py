"""A sparse matrix times a dense one: temporaries by layout, the gradient of the dense one, transposes, and the old constructors."""
import warnings

import torch

warnings.simplefilter('ignore')


def mem(tag):
    s = torch.cuda.memory_stats()
    print(tag, s['requested_bytes.all.current'], s['requested_bytes.all.peak'], torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
    torch.cuda.reset_peak_memory_stats()


n, m, k, e = 300, 200, 33, 900
idx = torch.stack([torch.arange(e) % n, (torch.arange(e) * 7919) % m])
A = torch.sparse_coo_tensor(idx, torch.ones(e), (n, m))
C = A.coalesce().cuda()
A = A.cuda()
mem("made")
x = torch.randn(m, k, device="cuda")
for name, f in (("spmm", torch.spmm), ("sparse.mm", torch.sparse.mm), ("matmul", lambda a, b: a @ b), ("mm", lambda a, b: a.mm(b)), ("torch.mm", torch.mm)):
    y = f(C, x)
    print(name, y.shape, y.stride(), y.dtype)
    mem(name)
    del y
for lay in (torch.randn(k, m, device="cuda").t(), torch.randn(m, 2 * k, device="cuda")[:, ::2], torch.randn(m, 2 * k, device="cuda")[:, :k], torch.randn(m, 1, device="cuda"), torch.randn(m, k, device="cuda", dtype=torch.float64)):
    y = torch.spmm(C.double() if lay.dtype == torch.float64 else C, lay)
    mem(lay.stride())
    del y
one = torch.sparse.FloatTensor(torch.tensor([[1], [2]]), torch.ones(1), torch.Size([n, m])).cuda()
x.requires_grad_()
y = torch.spmm(one, x)
print(type(y.grad_fn).__name__, type(torch.sparse.mm(one, x).grad_fn).__name__)
mem("with grad")
y.sum().backward()
mem("backward")
none = torch.sparse_coo_tensor(torch.zeros(2, 0, dtype=torch.long), torch.zeros(0), (n, m)).cuda()
y = torch.spmm(none, x.detach())
mem("none")
t = C.t()
print(t.shape, t.is_coalesced(), C.transpose(0, 1).shape)
print(one.t().is_coalesced())
mem("transposed")
for bad in (lambda: torch.spmm(C, torch.randn(3, 3, device="cuda")), lambda: torch.spmm(C, torch.randn(m, device="cuda")), lambda: torch.spmm(C.half(), x.detach().half()), lambda: torch.spmm(C, x.detach().double())):
    try:
        bad()
        print("ran")
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])
