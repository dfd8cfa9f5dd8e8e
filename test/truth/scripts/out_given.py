# Results that are given (out=), and kernels of rarer layouts and dtypes: what they request.
import time

import torch
import torch.nn.functional as F


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def X(*sizes, dtype=torch.float32):
    return torch.zeros(*sizes, device="cuda", dtype=dtype)


def show(t):
    return (str(t.dtype)[6:], tuple(t.shape), t.stride()) if isinstance(t, torch.Tensor) else [show(u) for u in t]


def call(name, function, *args, out=None, **options):
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    try:
        result = function(*args, **options) if out is None else function(*args, out=out, **options)
        text = show(result)
    except (RuntimeError, TypeError, NotImplementedError, ValueError) as error:
        text = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    time.sleep(0.02)  # the engine's thread lets go of what it holds
    print(name, text, requested("current") - before, requested("peak") - before)


a, b = X(3, 4), X(5, 2)
for kind, out in dict(fits=lambda *s, **k: X(*s, **k), empty=lambda *s, **k: X(0, **k), strided=lambda *s, **k: X(*s[:-1], s[-1] * 2, **k)[..., ::2]).items():
    call(f"kron {kind}", torch.kron, a, b, out=out(15, 8))
    call(f"fft {kind}", torch.fft.fft, a, out=out(3, 4, dtype=torch.complex64))
    call(f"rfft {kind}", torch.fft.rfft, a, out=out(3, 3, dtype=torch.complex64))
    call(f"irfft {kind}", torch.fft.irfft, X(3, 4, dtype=torch.complex64), out=out(3, 6))
    call(f"ifft2 {kind}", torch.fft.ifft2, X(3, 4, dtype=torch.complex64), out=out(3, 4, dtype=torch.complex64))
    call(f"fft of complex {kind}", torch.fft.fft, X(3, 4, dtype=torch.complex64), out=out(3, 4, dtype=torch.complex64))
    call(f"hfft {kind}", torch.fft.hfft, X(3, 4, dtype=torch.complex64), out=out(3, 6))
    if kind != "empty":
        call(f"quantile {kind}", torch.quantile, a, X(2), dim=1, out=out(2, 3))
    call(f"quantile all {kind}", torch.quantile, a, 0.5, out=torch.zeros((), device="cuda"))
    call(f"msort {kind}", torch.msort, a, out=out(3, 4))
    call(f"diff {kind}", torch.diff, a, out=out(3, 3))
    call(f"diff twice {kind}", torch.diff, a, n=2, out=out(3, 2))
    call(f"nan_to_num {kind}", torch.nan_to_num, a, out=out(3, 4))
    call(f"frexp {kind}", torch.frexp, a, out=(out(3, 4), out(3, 4, dtype=torch.int32)))
    call(f"sort {kind}", torch.sort, a, out=(out(3, 4), out(3, 4, dtype=torch.int64)))
for n in (3, 100, 3000):
    for dtype in (torch.int64, torch.float32, torch.int32):
        call(f"isin unique {n} {dtype}", torch.isin, X(50, dtype=dtype), X(n, dtype=dtype), assume_unique=True)
call("isin number", torch.isin, X(50, dtype=torch.int64), 3)
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    for size in ((2, 3, 8, 8, 8), (3, 8, 8, 8)):
        x = X(*size, dtype=dtype).requires_grad_()
        call(f"max_pool3d {dtype} {len(size)}", F.max_pool3d, x, 2)
        y = F.max_pool3d(x, 2)
        call("  backward", torch.autograd.grad, y, x, torch.ones_like(y), retain_graph=True)
        y = F.max_pool3d(x, 3, 2, 1)
        call("  overlapping", torch.autograd.grad, y, x, torch.ones_like(y), retain_graph=True)
x = X(2, 4, 6, 7, 5).to(memory_format=torch.channels_last_3d).requires_grad_()
call("max_pool3d channels_last", F.max_pool3d, x, 2)
y = F.max_pool3d(x, 2)
call("  backward", torch.autograd.grad, y, x, torch.ones_like(y))
g = X(2, 3, 4, 5, 3).requires_grad_()
for mode in ("bilinear", "nearest"):
    call(f"grid_sample 3d channels_last {mode}", F.grid_sample, x, g, mode=mode, align_corners=False)
    y = F.grid_sample(x, g, mode=mode, align_corners=False)
    call("  backward", torch.autograd.grad, y, (x, g), torch.ones_like(y))
w = torch.hann_window(16, device="cuda")
for center in (True, False):
    for name, s in dict(dense=X(9, 12, dtype=torch.complex64), batch=X(2, 9, 12, dtype=torch.complex64), strided=X(9, 24, dtype=torch.complex64)[:, ::2], transposed=X(12, 9, dtype=torch.complex64).t()).items():
        call(f"istft {name} {center}", torch.istft, s, 16, window=w if center else torch.ones(16, device="cuda"), center=center)
        call(f"istft hop {name} {center}", torch.istft, s, 16, 4, window=torch.ones(16, device="cuda"), center=center, length=40)
t = X(4, 5)
call("put", torch.Tensor.put_, t, torch.zeros(3, dtype=torch.int64, device="cuda"), X(3))
call("put accumulate", torch.put, t, torch.zeros(3, dtype=torch.int64, device="cuda"), X(3), True)
call("put, index strided", torch.put, t, torch.zeros(6, dtype=torch.int64, device="cuda")[::2], X(3))
call("put, self strided", torch.put, X(4, 10)[:, ::2], torch.zeros(3, dtype=torch.int64, device="cuda"), X(3))
call("relu6", F.relu6, t)
call("relu6 in place", F.relu6, t * 1, inplace=True)
call("hardtanh", torch._C._nn.hardtanh, t, -1.0, 1.0, out=X(4, 5))
call("relu6 int", F.relu6, X(4, 5, dtype=torch.int64))
