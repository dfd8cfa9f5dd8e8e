"""Tensors of a class with __torch_dispatch__: which operators it computes, with which arguments, and the memory of what is inside."""
import torch
from torch import nn
from stage import stage
aten = torch.ops.aten
log = []


class Packed(torch.Tensor):
    """8 bits for each number and a scale for each row."""

    @staticmethod
    def __new__(cls, data, scale, dtype):
        return torch.Tensor._make_wrapper_subclass(cls, data.shape, dtype=dtype, device=data.device, requires_grad=False)

    def __init__(self, data, scale, dtype):
        self.packed, self.scale = data, scale

    @classmethod
    def of(cls, x):
        scale = x.abs().amax(1, keepdim=True) / 127
        return cls((x / scale).round().to(torch.int8), scale, x.dtype)

    def unpacked(self):
        return self.packed.to(self.dtype) * self.scale

    def map(self, function):
        return Packed(function(self.packed), function(self.scale), self.dtype)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        log.append((str(func), len(args), sorted(kwargs or {})))
        if func is aten.linear.default:
            return func(args[0], args[1].unpacked(), args[2])
        if func in (aten.detach.default, aten.alias.default):
            return args[0].map(lambda t: func(t))
        if func is aten.clone.default:
            return args[0].map(lambda t: t.clone())
        if func is aten._to_copy.default:
            kwargs = dict(kwargs)
            dtype = kwargs.pop("dtype", None)
            return args[0].map(lambda t: t.to(kwargs.get("device")))
        if func is aten.t.default:
            return args[0].unpacked().t()
        if func in (aten.mm.default, aten.addmm.default, aten.add.Tensor, aten.mul.Tensor, aten.sum.default):
            return func(*[a.unpacked() if isinstance(a, Packed) else a for a in args], **(kwargs or {}))
        return NotImplemented

    __torch_function__ = torch._C._disabled_torch_function_impl


def done(name):
    print(name, *log, sep="\n  ")
    log.clear()
    stage(name)


w = torch.randn(600, 900, device="cuda")
p = Packed.of(w)
del w
done("packed")
print(p.shape, p.dtype, p.device, p.requires_grad, p.stride(), p.is_contiguous(), type(p).__name__, p.nelement() * p.element_size())
q = nn.Parameter(p, requires_grad=False)
done("parameter")
print(type(q).__name__, isinstance(q, nn.Parameter))
layer = nn.Linear(900, 600, device="cuda")
layer.weight = q
x = torch.randn(32, 900, device="cuda", requires_grad=True)
done("layer")
y = layer(x)
done("forward")
y.sum().backward()
done("backward")
z = q + 1
done("added")
z = q.mul(x.new_ones(()))
done("mul")
u = q.clone()
done("cloned")
v = q.to("cpu")
done("moved")
print(v.device, v.packed.device)
with torch.no_grad(), torch.inference_mode():
    layer(x)
done("inference")
try:
    q.exp()
except TypeError as e:
    print(str(e).split("\n")[0])
print([(name, type(t).__name__, tuple(t.shape)) for name, t in layer.state_dict().items()])
done("state_dict")
layer.cpu()
done("to cpu")
for move in (lambda: q.to("cpu", torch.float16), lambda: q.half(), lambda: q.cpu(), lambda: q.cuda(), lambda: q.to("cpu", non_blocking=True),
             lambda: q.to(torch.float32, copy=True), lambda: q.to("cuda", copy=True)):
    move()
done("moves")
