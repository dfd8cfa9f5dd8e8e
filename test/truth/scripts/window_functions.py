"""Window functions: a periodic one is the first part of a longer one; what each takes at its peak; their errors."""
import torch
s = torch.cuda.memory_stats
def req():
    st = s(); return st['requested_bytes.all.current'], st['requested_bytes.all.peak']
for name in ('hann_window', 'hamming_window', 'blackman_window', 'bartlett_window', 'kaiser_window'):
    for n in (0, 1, 2, 100, 1000):
        for kw in ({}, {'periodic': False}, {'periodic': True}):
            torch.cuda.reset_peak_memory_stats()
            a = req()[0]
            w = getattr(torch, name)(n, device='cuda', **kw)
            c, p = req()
            print(name, n, kw, tuple(w.shape), w.dtype, c - a, p - a, w.untyped_storage().nbytes(), w.is_contiguous(), w._is_view())
            del w
w = torch.kaiser_window(12, beta=2.0, periodic=False, device='cuda'); print(w.shape)
w = torch.kaiser_window(12, True, 2.0, device='cuda'); print(w.shape)
w = torch.hamming_window(12, periodic=True, alpha=2.0, beta=.3, device='cuda', dtype=torch.float16); print(w.shape, w.dtype)
w = torch.hamming_window(12, True, 2.0, device='cuda', requires_grad=True); print(w.shape, w.requires_grad, w.is_leaf)
for bad in (lambda: torch.kaiser_window(12, beta=2.0), lambda: torch.hann_window(-1), lambda: torch.hann_window(3, dtype=torch.int64), lambda: torch.kaiser_window(3, dtype=torch.int32)):
    try: print(bad().shape)
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0])
# A bool is a number where a float is wanted.
x = torch.ones(2)
for call in (lambda: torch.nn.functional.pad(x, (0, 1), value=True), lambda: torch.nn.functional.leaky_relu(x, True),
             lambda: torch.layer_norm(x, [2], None, None, True), lambda: torch.nn.functional.elu(x, True),
             lambda: torch.nn.functional.dropout(x, p=True)):
    print(call().shape)
