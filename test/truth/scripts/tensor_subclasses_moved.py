"""A module whose weight wraps tensors moves between devices and dtypes with what is inside."""
import torch
from torch import nn

from stage import stage


class Packed(torch.Tensor):
    @staticmethod
    def __new__(cls, packed, scale):
        return torch.Tensor._make_wrapper_subclass(cls, packed.shape, dtype=scale.dtype, device=packed.device)

    def __init__(self, packed, scale):
        self.packed, self.scale = packed, scale

    def __tensor_flatten__(self):
        return ["packed", "scale"], None

    @staticmethod
    def __tensor_unflatten__(tensors, context, size, stride):
        return Packed(tensors["packed"], tensors["scale"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in (torch.ops.aten.detach.default, torch.ops.aten._to_copy.default):
            device = {"device": kwargs["device"]} if "device" in kwargs else {}
            return cls(func(args[0].packed, **device), func(args[0].scale, **kwargs))
        return func(*[a.packed.to(a.dtype) * a.scale if isinstance(a, cls) else a for a in args], **kwargs)

    __torch_function__ = torch._C._disabled_torch_function_impl


torch.cuda.init()
layer = nn.Linear(900, 600, bias=False)
layer.weight = nn.Parameter(Packed(torch.empty(600, 900, dtype=torch.int8), torch.empty(600, 1)), requires_grad=False)
weight = layer.weight
for name, move in (("cuda", lambda: layer.cuda()), ("half", lambda: layer.half()), ("cpu", lambda: layer.cpu()), ("both", lambda: layer.to("cuda", torch.bfloat16))):
    move()
    inside = layer.weight
    print(name, layer.weight is weight, type(inside).__name__, isinstance(inside, nn.Parameter), inside.requires_grad, inside.device, inside.dtype,
          inside.packed.device, inside.packed.dtype, inside.scale.dtype)
    stage(name)
y = layer(torch.randn(16, 900, device="cuda", dtype=torch.bfloat16, requires_grad=True))
stage("forward")
y.sum().backward()
stage("backward")
