"""Subclasses of library classes, metaclasses, registries, enums."""
import abc
import enum
import torch
from torch import nn
from torch.autograd import Function

print(len(Function.__subclasses__()) < 30, [c.__name__ for c in nn.ModuleList.__subclasses__() if c.__name__ == 'Layers'], [c.__name__ for c in enum.Enum.__subclasses__() if c.__name__ == 'Leak'])


class Leak(enum.Enum):
    A = 1


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g


class Layers(nn.ModuleList):
    kept = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Layers.kept.append(cls.__name__)


class More(Layers):
    pass


class Base(abc.ABC):
    @abc.abstractmethod
    def m(self):
        pass


Base.register(dict)
x = torch.randn(32, 32, device='cuda', requires_grad=True)
Square.apply(x).sum().backward()
print(Layers.kept, isinstance({}, Base), x.grad.shape, torch.cuda.memory_allocated(), [c.__name__ for c in nn.ModuleList.__subclasses__() if c.__name__ == 'Layers'])
nn.Module.leak = property(lambda self: 'leak')
print(nn.Module().leak)
