"""Attention whose keys and values have one head, and masks that broadcast: the kernel that is chosen and what it saves."""
import torch
import torch.nn.functional as F
cuda = torch.cuda
def show(name, out):
    s = cuda.memory_stats()
    print(name, type(out.grad_fn).__name__, s["requested_bytes.all.peak"] - base, s["requested_bytes.all.current"] - base, out.stride())
    cuda.reset_peak_memory_stats()
def start():
    global base
    cuda.reset_peak_memory_stats()
    base = cuda.memory_stats()["requested_bytes.all.current"]
torch.nn.Linear(8, 8, device="cuda")(torch.zeros(2, 8, device="cuda")).sum().backward()
for dtype in (torch.float32, torch.bfloat16):
  for heads, kv, batch, vv in ((6, 1, 1, 1), (6, 6, 1, 6), (6, 1, 2, 1), (6, 2, 2, 2), (6, 1, 2, 6), (6, 6, 2, 1)):
    for masked in (None, "causal", "bool", "grad"):
        q = torch.zeros(2, heads, 16, 64, device="cuda", dtype=dtype, requires_grad=True)
        k = torch.zeros(batch, kv, 16, 64, device="cuda", dtype=dtype, requires_grad=True)
        v = torch.zeros(batch, vv, 16, 64, device="cuda", dtype=dtype, requires_grad=True)
        mask = {"bool": lambda: torch.ones(16, 16, dtype=torch.bool, device="cuda"), "float": lambda: torch.zeros(2, 1, 16, 16, device="cuda", dtype=dtype),
                "wide": lambda: torch.zeros(2, heads, 16, 16, device="cuda", dtype=dtype),
                "grad": lambda: torch.zeros(2, heads, 16, 16, device="cuda", dtype=dtype, requires_grad=True)}.get(masked, lambda: None)()
        start()
        try:
            out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=masked == "causal")
            show(f"{dtype} {heads} {kv} {vv} {batch} {masked}", out)
            out.sum().backward()
            show("backward", out)
        except Exception as e:
            print(type(e).__name__, str(e).splitlines()[0])
        q = k = v = mask = out = None
