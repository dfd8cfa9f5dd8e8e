"""Memory-efficient attention pads masks whose strides are not aligned: those of dimensions of size 1 and of expanded masks too."""
import torch
import torch.nn.functional as F

torch.zeros(1, device="cuda")


def requested():
    stats = torch.cuda.memory_stats()
    torch.cuda.reset_peak_memory_stats()
    return stats["requested_bytes.all.current"], stats["requested_bytes.all.peak"]


def masks(h, s, t):
    def new(*size):
        return torch.zeros(*size, device="cuda", requires_grad=True)

    yield "rows", new(s, t)
    yield "one head, permuted", (new(s, t, h) * 1).permute(2, 0, 1).unsqueeze(0).contiguous()
    yield "expanded", new(1, 1, 1, t).expand(1, 1, s, t)
    yield "four", new(2, h, s, t)
    yield "sliced", new(2, h, s, t + 16)[..., :t]
    yield "sliced odd", new(2, h, s, t + 3)[..., :t]
    yield "transposed", new(2, h, t, s).transpose(2, 3)
    yield "bool", torch.ones(2, 1, s, t, dtype=torch.bool, device="cuda")
    yield "half", None


for h, s, t in ((1, 64, 64), (2, 64, 64), (1, 30, 30), (3, 17, 40)):
    for name, mask in masks(h, s, t):
        dtype = torch.float16 if name == "half" else torch.float32
        if mask is None:
            mask = torch.zeros(h, s, t, device="cuda", dtype=dtype, requires_grad=True)
        q = torch.zeros(2, h, s, 32, device="cuda", dtype=dtype, requires_grad=True)
        k, v = (torch.zeros(2, h, t, 32, device="cuda", dtype=dtype, requires_grad=True) for _ in range(2))
        base = requested()[0]
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        after = [n - base for n in requested()]
        out.sum().backward()
        print(h, s, t, name, mask.stride(), out.grad_fn.name(), *after, *[n - base for n in requested()])
        del q, k, v, out
