# Strides of einsum's results and gradients, and what it takes, where dimensions have the size 1 and operands are not contiguous.
import torch


def current():
    return torch.cuda.memory_stats()["requested_bytes.all.current"]


def peak():
    return torch.cuda.memory_stats()["requested_bytes.all.peak"]


def make(sizes, kind, grad=False):
    if kind == "transposed":
        t = torch.empty(*sizes[:-2], sizes[-1], sizes[-2], device="cuda").transpose(-1, -2)
    elif kind == "narrowed":
        t = torch.empty(*sizes[:-1], sizes[-1] + 3, device="cuda")[..., : sizes[-1]]
    else:
        t = torch.empty(*sizes, device="cuda")
    return t.detach().requires_grad_(grad)


a = make((2, 2), "plain", True)
(a @ a).sum().backward()
for equation in ("bmk,bkn->bmn", "bmk,bkn->mn", "bmk,bkn->nbm"):
    for sizes in ((32, 5, 12, 1), (32, 5, 12, 7), (32, 1, 12, 7), (1, 5, 12, 7), (4, 5, 1, 7)):
        b, m, k, n = sizes
        for first in ("plain", "transposed", "narrowed"):
            for second in ("plain", "transposed"):
                x, y = make((b, m, k), first, True), make((b, k, n), second, True)
                before = current()
                torch.cuda.reset_peak_memory_stats()
                out = torch.einsum(equation, x, y)
                line = [out.stride(), current() - before, peak() - before]
                torch.cuda.reset_peak_memory_stats()
                out.sum().backward()
                print(equation, sizes, first, second, *line, x.grad.stride(), y.grad.stride(), peak() - before)
                del x, y, out

for equation, shapes in (("bhid,bhjd->bhij", ((2, 3, 1, 7), (2, 3, 5, 7))), ("bhij,bhjd->bhid", ((2, 3, 1, 7), (2, 3, 7, 5))),
                         ("i,j->ij", ((2,), (1,))), ("bi,i->b", ((2, 3), (3,))), ("...i,ij->...j", ((2, 1, 3), (3, 1))),
                         ("ijk,jl->l", ((2, 3, 4), (3, 5))), ("ij,ij->", ((3, 4), (3, 4))), ("ii->i", ((4, 4),)), ("ijk->k", ((2, 3, 4),)),
                         ("ij,jk,kl->il", ((2, 3), (3, 4), (4, 5))), ("bij,bjk,bkl->il", ((2, 3, 4), (2, 4, 5), (2, 5, 6)))):
    operands = [make(s, "plain", True) for s in shapes]
    before = current()
    torch.cuda.reset_peak_memory_stats()
    out = torch.einsum(equation, *operands)
    line = [out.stride(), current() - before, peak() - before]
    torch.cuda.reset_peak_memory_stats()
    out.sum().backward()
    print(equation, *line, [t.grad.stride() for t in operands], peak() - before)
    del operands, out
