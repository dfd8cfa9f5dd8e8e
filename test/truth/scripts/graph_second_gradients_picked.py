# Second gradients of what picks values, of pools, padding and transposed convolutions, and of losses: what they keep and take.
import time

import torch
import torch.nn.functional as F


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def tensor(*sizes):
    return torch.zeros(*sizes, device="cuda", requires_grad=True)


def second(name, call, *inputs):
    y = call(*inputs)
    grads = torch.autograd.grad(y.sum() if y.dim() else y, inputs, create_graph=True, allow_unused=True)
    y = None
    time.sleep(0.03)  # the engine's thread lets go of what it holds
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    total = sum((g * g).sum() for g in grads if g is not None and g.requires_grad)
    found = torch.autograd.grad(total, inputs, allow_unused=True)
    total = grads = None
    time.sleep(0.03)
    print(name, [None if g is None else (tuple(g.shape), g.stride()) for g in found], requested("current") - before, requested("peak") - before)


index = torch.zeros(6, dtype=torch.int64, device="cuda")
second("max", lambda x: (x * x).max(1).values, tensor(5, 7))
second("cummax", lambda x: (x * x).cummax(1).values, tensor(5, 7))
second("take", lambda x: (x * x).take(index), tensor(5, 7))
second("max_pool2d", lambda x: F.max_pool2d(x * x, 2), tensor(2, 3, 8, 8))
second("max_pool3d", lambda x: F.max_pool3d(x * x, 2), tensor(2, 3, 8, 8, 8))
second("avg_pool3d", lambda x: F.avg_pool3d(x * x, 2), tensor(2, 3, 8, 8, 8))
second("adaptive", lambda x: F.adaptive_avg_pool2d(x * x, 3), tensor(2, 3, 8, 8))
second("reflect", lambda x: F.pad(x * x, (1, 1, 1, 1), mode="reflect"), tensor(2, 3, 8, 8))
second("conv_transpose2d", F.conv_transpose2d, tensor(2, 4, 8, 8), tensor(4, 8, 3, 3))
second("huber", F.huber_loss, tensor(5, 7), tensor(5, 7))
second("mish", F.mish, tensor(50))
second("silu", F.silu, tensor(50))
second("acosh", torch.acosh, tensor(50))
second("norm", torch.norm, tensor(5, 7))
second("diag", lambda x: torch.diag(x * x), tensor(5, 7))
