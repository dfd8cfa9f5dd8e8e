# Matrix products: mm, bmm, broadcasting matmul, addmm, baddbmm, einsum, linear in three dimensions, tensordot.
import torch
from torch.nn import functional as F
from stage import stage


def check(name, f, *shapes, dtype=torch.float32):
    args = [torch.randn(*s, device="cuda", dtype=dtype, requires_grad=True) for s in shapes]
    stage(f"{name} start")
    y = f(*args)
    print(name, tuple(y.shape), y.stride())
    stage(f"{name} forward")
    y.sum().backward()
    stage(f"{name} backward")


check("mm", torch.mm, (200, 300), (300, 400))
check("mm bf16", torch.mm, (200, 300), (300, 400), dtype=torch.bfloat16)
check("mv", torch.mv, (200, 300), (300,))
check("dot", torch.dot, (1000,), (1000,))
check("bmm", torch.bmm, (8, 200, 300), (8, 300, 100))
check("matmul 3d 2d", torch.matmul, (8, 200, 300), (300, 100))
check("matmul 4d", torch.matmul, (2, 4, 100, 64), (2, 4, 64, 100))
check("matmul broadcast", torch.matmul, (8, 1, 100, 64), (4, 64, 100))
check("matmul vector", torch.matmul, (8, 100, 64), (64,))
check("matmul transposed", lambda a, b: a @ b.transpose(-2, -1), (2, 4, 100, 64), (2, 4, 100, 64))
check("matmul permuted", lambda a, b: a.transpose(1, 2) @ b.transpose(1, 2), (2, 100, 4, 64), (2, 64, 4, 32))
check("addmm", torch.addmm, (400,), (200, 300), (300, 400))
check("baddbmm", torch.baddbmm, (8, 200, 100), (8, 200, 300), (8, 300, 100))
check("linear", F.linear, (4, 50, 300), (400, 300), (400,))
check("linear no bias", F.linear, (4, 50, 300), (400, 300))
check("linear strided", lambda x, w, b: F.linear(x.transpose(0, 1), w, b), (4, 50, 300), (400, 300), (400,))
check("linear 1d", F.linear, (300,), (400, 300), (400,))
check("einsum", lambda a, b: torch.einsum("bhid,bhjd->bhij", a, b), (2, 4, 100, 64), (2, 4, 80, 64))
check("einsum outer", lambda a, b: torch.einsum("i,j->ij", a, b), (100,), (200,))
check("einsum three", lambda a, b, c: torch.einsum("bi,ij,bj->b", a, b, c), (32, 100), (100, 50), (32, 50))
check("outer", torch.outer, (100,), (200,))
check("tensordot", lambda a, b: torch.tensordot(a, b, dims=([1], [0])), (100, 200), (200, 30))
check("bilinear", F.bilinear, (32, 20), (32, 30), (40, 20, 30), (40,))
check("cdist", torch.cdist, (4, 50, 16), (4, 60, 16))
