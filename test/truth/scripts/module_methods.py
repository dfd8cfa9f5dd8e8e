"""nn.Module's traversals, attributes and calls: overridden, patched, changed on the way, and what a call keeps alive."""
import inspect
import types

import torch
import torch.nn as nn


def names(iterator):
    return [name for name, _ in iterator]


class Own(nn.Module):
    """Has its own traversal."""

    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        for name, module in super().named_modules(memo, prefix, remove_duplicate):
            yield name + "!", module


shared = nn.Linear(2, 3)
net = nn.Sequential(shared, nn.Sequential(shared, nn.ReLU()), Own(), None or nn.Identity())
print(names(net.named_modules()), names(net.named_modules(remove_duplicate=False)))
print(names(net.named_parameters()), names(net.named_parameters("p", False)), names(net.named_parameters("p")))
print(len(list(net.parameters())), len(list(net.parameters(recurse=False))), len(list(net.modules())), names(net.named_children()))
print(names(net.named_modules(prefix="x")), names(net.named_modules(set(), "y")))
gen = net.parameters()
print(isinstance(gen, types.GeneratorType), type(gen).__name__, inspect.isgenerator(net.named_modules()), next(gen).shape, iter(gen) is gen)
print(list(inspect.signature(nn.Module.named_parameters).parameters), nn.Module.parameters.__qualname__, type(nn.Module.train).__name__)
gen.close()
print(next(gen, "closed"))

# Changed on the way: what comes later is what is there then.
net = nn.Sequential(nn.Sequential(nn.Linear(1, 1), nn.ReLU()), nn.BatchNorm1d(2))
for name, module in net.named_modules():
    print(name, type(module).__name__, end="; ")
    if name == "0":
        module[0] = nn.Sequential(nn.Tanh())
        net[1] = nn.Sigmoid()
print()
try:
    for name, module in net.named_modules():
        if name == "0":
            net.add_module("more", nn.ReLU())
except RuntimeError as e:
    print(e)
try:
    for p in net[0].children():
        del net[0][1]
except RuntimeError as e:
    print(e)


class Recorder(nn.Module):
    """Attributes of every kind."""

    flag = 1

    def __init__(self):
        super().__init__()
        self.x = 1
        self.layer = nn.Linear(1, 1)
        self.layer = nn.ReLU()
        self.weight = nn.Parameter(torch.zeros(2))
        self.register_buffer("buf", torch.zeros(3))
        self.buf = torch.ones(3)
        self.plain = torch.ones(1)
        self.plain = nn.Parameter(torch.ones(1))
        self.none = None
        self.none = nn.Linear(1, 1)

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        object.__setattr__(self, "_level", value + 1)


m = Recorder()
m.level = 4
m.flag = 2
print(m.level, m.flag, Recorder.flag, list(m.__dict__)[17:], list(m._parameters), list(m._buffers), list(m._modules))
for name, value in (("weight", 3), ("layer", 3), ("buf", "text"), ("weight", torch.zeros(1))):
    try:
        setattr(m, name, value)
    except TypeError as e:
        print(e)
m.weight = None
m.layer = None
m.buf = None
print(m._parameters["weight"], m._modules["layer"], m._buffers["buf"])
m.layer = 5 if m.layer is not None else nn.Tanh()
m.weight = nn.Parameter(torch.ones(4))
print(m)


class NoInit(nn.Module):
    def __init__(self):
        self.value = 1
        try:
            self.layer = nn.ReLU()
        except AttributeError as e:
            print(e)
        try:
            self.p = nn.Parameter(torch.zeros(1))
        except AttributeError as e:
            print(e)
        super().__init__()


print(NoInit().__dict__.get("value"))
for bad in ("", "a.b"):
    try:
        setattr(m, bad, nn.Parameter(torch.zeros(1)))
    except KeyError as e:
        print(e)
    setattr(m, bad, nn.ReLU())


class Taken(nn.Module):
    def register_parameter(self, name, param):
        print("registers", name)
        super().register_parameter(name, param)

    def __setattr__(self, name, value):
        if name == "special":
            print("sets", name)
        super().__setattr__(name, value)

    def train(self, mode=True):
        print("train", mode)
        return super().train(mode)

    def children(self):
        return iter([])


t = Taken()
t.special = nn.Parameter(torch.zeros(1))
t.inner = nn.Dropout()
net = nn.Sequential(t, nn.Dropout())
print(net.train(False) is net, t.training, t.inner.training, net[1].training)
net.eval()
try:
    net.train(1)
except ValueError as e:
    print(e)


# Calls: hooks, forward of the instance, what is overridden, and what an argument keeps alive.
class Twice(nn.Module):
    def forward(self, x, scale=2, **more):
        x = x * scale
        x = x + 1
        print(torch.cuda.memory_allocated() - start, more)
        return x


start = torch.cuda.memory_allocated()
twice = Twice()
out = twice(torch.ones(1 << 18, device="cuda"))
print(torch.cuda.memory_allocated() - start, out.shape)
out = twice(x=torch.ones(1 << 18, device="cuda"), scale=3, extra=torch.ones(1 << 18, device="cuda") is None)
out = twice(*[torch.ones(1 << 18, device="cuda")], **{"scale": 1})
out = None
twice.forward = lambda x: "instance"
print(twice(1))
del twice.forward
handle = twice.register_forward_hook(lambda module, args, output: "hooked")
print(twice(torch.ones(2)))
handle.remove()
twice.register_forward_pre_hook(lambda module, args: (args[0] * 5,))
print(twice(torch.ones(2)).shape)


class Generates(nn.Module):
    def forward(self, n):
        for i in range(n):
            yield i


print(list(Generates()(3)))


class Called(nn.Module):
    def __call__(self, x):
        return "called", super().__call__(x)

    def forward(self, x):
        return "forward", x


print(Called()(1), nn.Module.__call__(Called(), 2), Called().forward(3))
try:
    nn.Module()(1)
except NotImplementedError as e:
    print(e)
try:
    twice()
except (TypeError, IndexError) as e:
    print(type(e).__name__)
old = nn.Linear.forward
nn.Linear.forward = lambda self, x: "patched"
print(nn.Linear(1, 1)(1))
nn.Linear.forward = old
nn.Module.train.__code__ = (lambda self, mode=True: "other code").__code__
print(nn.Linear(1, 1).train())
with torch.no_grad() as nothing:
    print(nothing, torch.is_grad_enabled())
    with torch.enable_grad():
        print(torch.is_grad_enabled())
        try:
            with torch.no_grad():
                raise KeyError
        except KeyError:
            print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())
print(torch.is_grad_enabled())
