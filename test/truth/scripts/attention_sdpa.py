# scaled_dot_product_attention: which kernel by dtype, mask, causality, dropout and head size, and what each keeps.
import torch
from torch.nn import functional as F
from stage import stage


def check(name, dtype, heads=8, size=64, mask=None, grad=True, kv_heads=None, **options):
    T = 256
    q = torch.randn(2, heads, T, size, device="cuda", dtype=dtype, requires_grad=grad)
    k = torch.randn(2, kv_heads or heads, T, size, device="cuda", dtype=dtype, requires_grad=grad)
    v = torch.randn(2, kv_heads or heads, T, size, device="cuda", dtype=dtype, requires_grad=grad)
    stage(f"{name} start")
    y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, **options)
    print(tuple(y.shape), y.stride())
    stage(f"{name} forward")
    if grad:
        y.sum().backward()
        stage(f"{name} backward")


boolean = torch.ones(256, 256, dtype=torch.bool, device="cuda").tril()
additive = torch.zeros(256, 256, device="cuda")
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    check(f"{dtype} plain", dtype)
    check(f"{dtype} causal", dtype, is_causal=True)
    check(f"{dtype} bool mask", dtype, mask=boolean)
    check(f"{dtype} float mask", dtype, mask=additive.to(dtype))
    check(f"{dtype} dropout", dtype, dropout_p=0.1, is_causal=True)
    check(f"{dtype} no grad", dtype, grad=False, is_causal=True)
    check(f"{dtype} head 80", dtype, size=80)
    check(f"{dtype} head 36", dtype, size=36)
    check(f"{dtype} scale", dtype, scale=0.5)
check("bf16 head 256", torch.bfloat16, heads=2, size=256)
check("bf16 grouped queries", torch.bfloat16, kv_heads=2, enable_gqa=True)
with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
    check("math forced", torch.bfloat16, is_causal=True)
with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.EFFICIENT_ATTENTION):
    check("efficient forced", torch.bfloat16, is_causal=True)
