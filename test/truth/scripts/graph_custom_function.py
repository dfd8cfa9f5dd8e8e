# autograd.Function saves what ctx.save_for_backward is given, and attributes of ctx too.
import torch
from stage import stage


class MySiLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(x)
        return x * s

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad * (s + x * s * (1 - s))


class Attribute(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.kept = x * 2
        ctx.k = k
        return x * k

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.k + ctx.kept, None


x = torch.randn(1024, 1024, device="cuda", requires_grad=True)
stage("start")
y = MySiLU.apply(x * 1)
stage("forward")
y.sum().backward()
stage("backward")
del y
x.grad = None
y = Attribute.apply(x, 3.0)
stage("attribute forward")
y.sum().backward()
stage("attribute backward")
del y
stage("attribute gone")
y = torch.nn.functional.silu(x * 1)
stage("builtin forward")
y.sum().backward()
stage("builtin backward")
