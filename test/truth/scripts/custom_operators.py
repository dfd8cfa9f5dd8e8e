"""Operators that Python registers: kernels by device, defaults of the schema, overloads, gradients, operators with a fake alone."""
import torch
from torch import Tensor, library

from stage import stage

library.define("shop::scale", "(Tensor x, float factor=2.0, *, Tensor? bias=None) -> Tensor")
library.define("shop::scale.out", "(Tensor x, float factor, Tensor! out) -> ()")


@library.register_kernel("shop::scale", "cuda")
def _(x, factor=2.0, bias=None):
    scaled = x * factor
    print("cuda", factor, bias is not None)
    return scaled if bias is None else scaled + bias


@library.register_kernel("shop::scale.out", "cuda")
def _(x, factor, out):
    print("out", factor)
    torch.mul(x, factor, out=out)


@library.register_kernel("shop::scale", "cpu")
def _(x, factor=2.0, bias=None):
    print("cpu", factor)
    return x.clone()


@library.register_fake("shop::scale")
def _(x, factor=2.0, bias=None):
    return torch.empty_like(x)


@library.custom_op("shop::squares", mutates_args=())
def squares(x: Tensor, count: int = 2) -> Tensor:
    print("squares", count, torch.is_grad_enabled())
    return (x.expand(count, *x.shape) ** 2).sum(0)


@squares.register_fake
def _(x, count=2):
    return torch.empty_like(x)


def keep(ctx, inputs, output):
    x, ctx.count = inputs
    ctx.save_for_backward(x)


squares.register_autograd(lambda ctx, grad: (2 * ctx.count * ctx.saved_tensors[0] * grad, None), setup_context=keep)

fragment = library.Library("store", "DEF")
fragment.define("twice(Tensor x) -> Tensor")
fragment.define("pair(Tensor x, int n) -> (Tensor, Tensor)")
fragment.impl("twice", lambda x: torch.sin(x) + torch.cos(x), "CompositeImplicitAutograd")
fragment.impl("pair", lambda x, n: (x.new_empty(n, x.size(0)), x.new_empty(n)), "CUDA")

x = torch.randn(300, 700, device="cuda", requires_grad=True)
stage("made")
with torch.no_grad():
    y = torch.ops.shop.scale(x)
    stage("scaled")
    y = torch.ops.shop.scale(x, 3.0, bias=x)
    stage("biased")
    torch.ops.shop.scale.out(x, 0.5, y)
    stage("written")
    z = torch.ops.shop.scale.default(x.detach().cpu(), factor=7.0)
    print(z.device)
    print([tuple(t.shape) for t in torch.ops.store.pair(x, 5)])
stage("pair")
y = squares(x, 3)
stage("squares")
y.sum().backward()
stage("squares backward")
y = torch.ops.shop.squares(x)
del y
y = torch.ops.store.twice(x)
print(type(y.grad_fn).__name__)
stage("twice")
y.sum().backward()
stage("twice backward")
try:
    torch.ops.store.pair(x)
except RuntimeError as error:
    print(str(error).split("\n")[0])
