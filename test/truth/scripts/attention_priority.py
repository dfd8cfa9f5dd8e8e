# sdpa_kernel with set_priority: the order of attention backends, kept and put back
import torch
print(torch._C._get_sdp_priority_order())
from torch.nn.attention import sdpa_kernel, SDPBackend
with sdpa_kernel([SDPBackend.MATH, SDPBackend.CUDNN_ATTENTION], set_priority=True):
    print(torch._C._get_sdp_priority_order())
    with sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION]): print(torch._C._get_sdp_priority_order())
print(torch._C._get_sdp_priority_order())
q = torch.randn(1,8,64,64,device='cuda').half()
torch.nn.functional.scaled_dot_product_attention(q,q,q)
print(torch._C._get_sdp_priority_order())
from torch.nn.attention import _cur_sdpa_kernel_backends as c
print(c(), c(True))
with sdpa_kernel([SDPBackend.MATH, SDPBackend.CUDNN_ATTENTION]) as x: print(x, c(True))
try:
    with sdpa_kernel("MATH"): pass
except AssertionError as e: print(e)
@sdpa_kernel([SDPBackend.MATH])
def f(): return c()
print(f())
