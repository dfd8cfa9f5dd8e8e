# Second gradients of sampled pictures in every mode, in two and three dimensions: what they keep and take, and of cuDNN's sampler.
import time

import torch
import torch.nn.functional as F


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def X(*sizes, dtype=torch.float32, grad=True):
    return torch.zeros(*sizes, device="cuda", dtype=dtype).requires_grad_(grad)


def second(name, x, grid, outer=True, wanted=None, **mode):
    y = F.grid_sample(x, grid, **mode)
    outer = torch.zeros_like(y).requires_grad_(outer)
    inputs = [t for t in (x, grid) if t.requires_grad]
    kind = type(y.grad_fn).__name__
    time.sleep(0.02)  # the engine's thread lets go of what it holds
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    grads = torch.autograd.grad(y, inputs, outer, create_graph=True)
    peak = requested("peak") - before
    print(name, kind, [(type(g.grad_fn).__name__, tuple(g.shape)) for g in grads], peak)
    y = None
    grads = grads if wanted is None else [grads[i] for i in wanted]
    seeds = [torch.zeros_like(g) for g in grads]
    time.sleep(0.02)
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    inputs += [outer] if outer.requires_grad else []
    found = torch.autograd.grad(grads, inputs, seeds, allow_unused=True)
    grads = None
    time.sleep(0.02)
    print("   ", [None if g is None else (tuple(g.shape), g.stride()) for g in found], requested("current") - before, requested("peak") - before)


for dims in (2, 3):
    for mode in ("bilinear", "nearest", "bicubic")[: 5 - dims]:
        for padding in ("zeros", "border", "reflection"):
            for corners in (False, True):
                options = dict(mode=mode, padding_mode=padding, align_corners=corners)
                name = f"{dims}d {mode} {padding} {corners}"
                second(name, X(2, 3, *[6] * dims), X(2, *[5] * dims, dims), **options)
        options = dict(mode=mode, align_corners=False)
        picture, points = [2, 3, *range(6, 6 + dims)], [2, *range(3, 3 + dims), dims]
        second(f"{dims}d {mode} of the picture", X(*picture), X(*points, grad=False), **options)
        second(f"{dims}d {mode} of the grid", X(*picture, grad=False), X(*points), **options)
        second(f"{dims}d {mode} without the outer", X(*picture), X(*points), outer=False, **options)
        second(f"{dims}d {mode} by the picture's", X(*picture), X(*points), wanted=[0], **options)
        second(f"{dims}d {mode} by the grid's", X(*picture), X(*points), wanted=[1], **options)
        for dtype in (torch.float16, torch.bfloat16, torch.float64):
            second(f"{dims}d {mode} {dtype}", X(*picture, dtype=dtype), X(*points, dtype=dtype), **options)
for dtype in (torch.float16, torch.bfloat16, torch.float64):
    second(f"cuDNN {dtype}", X(2, 3, 6, 7, dtype=dtype), X(2, 4, 5, 2, dtype=dtype), align_corners=True)
second("cuDNN of the picture", X(2, 3, 6, 7), X(2, 4, 5, 2, grad=False), align_corners=True)
second("cuDNN of the grid", X(2, 3, 6, 7, grad=False), X(2, 4, 5, 2), align_corners=True)
second("cuDNN without the outer", X(2, 3, 6, 7), X(2, 4, 5, 2), outer=False, align_corners=True)
second("1024 channels", X(1, 1024, 2, 2), X(1, 2, 2, 2), align_corners=True)
second("1025 channels", X(1, 1025, 2, 2), X(1, 2, 2, 2), align_corners=True)
with torch.backends.cudnn.flags(enabled=False):
    second("without cuDNN", X(2, 3, 6, 7), X(2, 4, 5, 2), align_corners=True)
second("channels_last", X(2, 4, 6, 7).to(memory_format=torch.channels_last).detach().requires_grad_(), X(2, 4, 5, 2), align_corners=False)
second("channels_last, cuDNN", X(2, 4, 6, 7).to(memory_format=torch.channels_last).detach().requires_grad_(), X(2, 4, 5, 2), align_corners=True)
second("channels_last_3d", X(2, 4, 6, 7, 5).to(memory_format=torch.channels_last_3d).detach().requires_grad_(), X(2, 4, 5, 3, 3), align_corners=False)
second("strided", X(2, 3, 6, 14)[..., ::2].detach().requires_grad_(), X(2, 4, 5, 4)[..., :2].detach().requires_grad_(), align_corners=False)
second("strided, cuDNN", X(2, 3, 6, 14)[..., ::2].detach().requires_grad_(), X(2, 4, 5, 4)[..., :2].detach().requires_grad_(), align_corners=True)
second("one pixel", X(2, 3, 1, 1), X(2, 4, 5, 2), align_corners=True, padding_mode="reflection", mode="bicubic")
second("one pixel, bilinear", X(2, 3, 1, 1), X(2, 4, 5, 2), align_corners=True, padding_mode="reflection")
# A gradient penalty through a warped picture.
x, theta = X(2, 3, 8, 8), X(2, 2, 3)
y = F.grid_sample(x, F.affine_grid(theta, (2, 3, 8, 8), align_corners=False), align_corners=False)
grads = torch.autograd.grad(y.sum(), [x, theta], create_graph=True)
torch.cuda.reset_peak_memory_stats()
before = requested("current")
sum(g.pow(2).sum() for g in grads).backward()
y = grads = None
time.sleep(0.02)
print("penalty", x.grad.shape, theta.grad.shape, requested("current") - before, requested("peak") - before)
# Third gradients.
x, grid = X(1, 2, 4, 4), X(1, 3, 3, 2)
for mode in ("bilinear", "bicubic"):
    g, = torch.autograd.grad(F.grid_sample(x, grid, mode=mode, align_corners=False).sum(), grid, create_graph=True)
    h, = torch.autograd.grad(g.sum(), grid, create_graph=True)
    third = torch.autograd.grad(h.sum(), [x, grid], allow_unused=True)
    print("third", mode, [None if t is None else tuple(t.shape) for t in third])
