# A function's names die at return; arguments passed as temporaries are handed over to the callee.
import torch
from stage import stage


def double(t):
    t = t * 2
    return t


def keeps(t):
    u = t * 2
    v = u * 2
    w = v * 2
    return w


def chain(t):
    t = t * 2
    t = t * 2
    t = t * 2
    return t


def make():
    return torch.empty(512, 1024, device="cuda")


a = double(make())
stage("temporary argument")
b = double(a)
stage("named argument")
c = keeps(make())
stage("names live until return")
d = chain(make())
stage("rebinding frees as it goes")
del a, b, c, d
e = double(double(double(make())))
stage("nested calls")


class Layer:
    def __call__(self, t):
        return self.forward(t)

    def forward(self, t):
        t = t + 1
        t = t + 1
        return t


e = Layer()(e)
stage("method call, caller holds")
e = Layer()(make())
stage("method call, temporary")


def star(*args, **kwargs):
    t = args[0] * 2
    return t * kwargs["scale"]


e = star(make(), scale=3)
stage("star args hold until return")
