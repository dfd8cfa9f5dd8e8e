"""Grouped matrix products: sizes and strides of their results, what is saved, and what backward takes."""
import torch
from stage import stage

torch.nn.Linear(8, 8, device="cuda")(torch.zeros(2, 8, device="cuda")).sum().backward()
stage("start")
for dtype in (torch.bfloat16, torch.float32):
    offs = torch.tensor([3, 6, 10], dtype=torch.int32, device="cuda")
    x = torch.zeros(10, 24, device="cuda", dtype=dtype, requires_grad=True)
    w = torch.zeros(3, 24, 32, device="cuda", dtype=dtype, requires_grad=True)
    stage("inputs")
    out = torch.nn.functional.grouped_mm(x, w, offs=offs)
    print(out.shape, out.stride(), out.grad_fn.name())
    stage("forward")
    out.backward(torch.empty_like(out))
    print(x.grad.stride(), w.grad.stride())
    stage("backward")
    x.grad = w.grad = out = None
    t = torch.zeros(3, 40, 24, device="cuda", dtype=dtype, requires_grad=True)
    out = torch._grouped_mm(x, t.transpose(-2, -1), offs)
    print(out.shape, out.stride())
    out.backward(torch.empty_like(out))
    print(x.grad.stride(), t.grad.stride())
    stage("transposed")
    x.grad = t.grad = out = None
    a = torch.zeros(3, 16, 24, device="cuda", dtype=dtype, requires_grad=True)
    out = torch._grouped_mm(a, w)
    print(out.shape, out.stride())
    out.backward(torch.empty_like(out))
    print(a.grad.stride(), w.grad.stride())
    stage("batches")
    w.grad = a = out = None
    with torch.no_grad():
        out = torch._grouped_mm(torch.zeros(16, 32, device="cuda", dtype=dtype), torch.zeros(32, 24, device="cuda", dtype=dtype),
                                torch.tensor([8, 16, 32], dtype=torch.int32, device="cuda"))
        print(out.shape, out.stride())
    out = None
    for wrong in (lambda: torch._grouped_mm(x, w), lambda: torch._grouped_mm(x, w.to(torch.float16), offs),
                  lambda: torch._grouped_mm(x[0], w, offs), lambda: torch._grouped_mm(x, w, offs.long()),
                  lambda: torch._grouped_mm(x, w[:, :8], offs), lambda: torch._grouped_mm(a, w, offs)):
        try:
            wrong()
        except Exception as error:
            print(type(error).__name__, str(error).splitlines()[0])
    x = w = t = None
    stage("end")
