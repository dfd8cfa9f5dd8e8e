# FlopCounterMode counts a convolution's backward as PyTorch does, groups, strides, dilation and masks of gradients included.
import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode


def count(name, f, x, w, grads=(True, True), bias=False, **options):
    x = torch.empty(x, device="cuda", requires_grad=grads[0])
    w = torch.empty(w, device="cuda", requires_grad=grads[1])
    options["bias"] = torch.empty(bias, device="cuda", requires_grad=True) if bias else None
    with FlopCounterMode(display=False) as forward:
        y = f(x, w, **options).sum()
    with FlopCounterMode(display=False) as backward:
        y.backward()
    print(name, forward.get_total_flops(), backward.get_total_flops())


count("plain", F.conv2d, (2, 3, 17, 15), (8, 3, 3, 3), bias=8)
count("stride", F.conv2d, (2, 4, 17, 15), (8, 4, 3, 3), stride=2, padding=1)
count("dilation", F.conv2d, (2, 4, 17, 15), (8, 4, 3, 3), dilation=2)
count("groups", F.conv2d, (2, 8, 17, 15), (12, 2, 3, 3), groups=4, padding=1)
count("depthwise", F.conv2d, (2, 8, 17, 15), (8, 1, 5, 5), groups=8, padding=2, bias=8)
count("weight alone", F.conv2d, (2, 8, 17, 15), (8, 1, 5, 5), grads=(False, True), groups=8)
count("input alone", F.conv2d, (2, 8, 17, 15), (8, 2, 5, 5), grads=(True, False), groups=4)
count("1d", F.conv1d, (2, 6, 40), (9, 2, 7), groups=3, stride=3)
count("3d", F.conv3d, (1, 4, 9, 8, 7), (6, 4, 3, 2, 1))
count("transposed", F.conv_transpose2d, (2, 6, 9, 8), (6, 5, 4, 4), stride=2, padding=1)
count("transposed groups", F.conv_transpose2d, (2, 6, 9, 8), (6, 2, 3, 3), groups=3, stride=2, output_padding=1)
count("transposed 1d", F.conv_transpose1d, (3, 4, 11), (4, 7, 5), bias=7)
a = torch.empty(5, 4, 3, device="cuda", requires_grad=True)
v = torch.empty(3, device="cuda", requires_grad=True)
with FlopCounterMode(display=False) as counter:
    ((a[0] @ v).sum() + torch.dot(v, v) + torch.baddbmm(torch.zeros(5, 4, 4, device="cuda"), a, a.transpose(1, 2)).sum()
     + torch.addmv(a[0, :, 0], a[0], v).sum() + torch.outer(v, v).sum() + torch.einsum("bij,bkj->ik", a, a).sum()).backward()
print("products", counter.get_total_flops())
