# Second gradients of distances between points by every norm, and of what is scattered by a mask: results and what they take.
import time

import torch
import torch.nn.functional as F


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def X(*sizes):
    return torch.zeros(*sizes, device="cuda", requires_grad=True)


def second(name, call, *inputs):
    before = requested("current")
    y = call(*inputs)
    outer = torch.empty_like(y, requires_grad=True)
    grads = torch.autograd.grad(y, inputs, outer, create_graph=True, allow_unused=True)
    y = None
    time.sleep(0.03)  # the engine's thread lets go of what it holds
    print(name, [type(g.grad_fn).__name__ for g in grads if g is not None], requested("current") - before)
    wanted = [g for g in grads if g is not None and g.requires_grad]
    seeds = [torch.empty_like(g) for g in wanted]
    grads = None
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    found = torch.autograd.grad(wanted, [*inputs, outer], seeds, allow_unused=True)
    wanted = None
    time.sleep(0.03)
    print("   ", [None if g is None else (tuple(g.shape), g.stride()) for g in found], requested("current") - before, requested("peak") - before)


warm = X(3, 4, 4)
torch.bmm(warm, warm).sum().backward()
(warm[0] @ warm[0]).sum().backward()
for p in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, float("inf")):
    second(f"cdist {p}", lambda a, b: torch.cdist(a, b, p=p), X(2, 4, 5), X(2, 3, 5))
    second(f"cdist of matrices {p}", lambda a, b: torch.cdist(a, b, p=p), X(4, 5), X(3, 5))
    second(f"pdist {p}", lambda a: F.pdist(a, p=p), X(4, 5))
one = torch.zeros(3, 5, device="cuda")
second("cdist of one side", lambda a: torch.cdist(a, one), X(4, 5))
second("cdist of one side, L1", lambda a: torch.cdist(one, a, p=1.0), X(4, 5))
second("cdist of one side, L3", lambda a: torch.cdist(one, a, p=3.0), X(4, 5))
second("cdist broadcast", lambda a, b: torch.cdist(a, b, p=1.0), X(2, 4, 5), X(1, 3, 5))
second("cdist by products", lambda a, b: torch.cdist(a, b), X(30, 5), X(28, 5))
mask = torch.zeros(5, 7, dtype=torch.bool, device="cuda")
second("masked_scatter", lambda a, b: a.masked_scatter(mask, b), X(5, 7), X(5, 7))
second("masked_scatter wide", lambda a, b: a.masked_scatter(mask[:1], b), X(5, 7), X(40))
