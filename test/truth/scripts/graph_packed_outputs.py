"""What a pack hook keeps of a node's output lives until the node has run: with it the node, which nothing else may hold."""
import gc
import weakref

import torch

held = []


class Packed:
    def __init__(self, tensor):
        self.tensor = tensor
        held.append(weakref.ref(self))


def count():
    return sum(ref() is not None for ref in held)


def requested():
    return torch.cuda.memory_stats()["requested_bytes.all.current"]


def show(name, f, backward=False):
    held.clear()
    x = torch.zeros(1000, device="cuda", requires_grad=True)
    before = requested()
    with torch.autograd.graph.saved_tensors_hooks(Packed, lambda packed: packed.tensor):
        y = f(x)
    figures = [requested() - before, count()]
    if backward:
        y.sum().backward()
        x.grad = None
        figures += [requested() - before, count()]
    del y
    gc.collect()
    print(name, figures, "dropped", requested() - before, count())


def dead_end(x):
    y = x * 2
    y.exp()
    (0.5 * y.clamp(-3, 3)).exp()
    return y


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


show("input", lambda x: x.sin())
show("output", lambda x: x.exp())
show("output of a view", lambda x: (x * 2).view(10, 100).softmax(1))
show("output in place", lambda x: (x * 2).exp_())
show("output, run", lambda x: x.exp(), backward=True)
show("both", lambda x: torch.layer_norm((x * 2).tanh(), (1000,)))
show("dead end", dead_end, backward=True)
show("function", lambda x: Double.apply(x), backward=True)
show("function, not run", lambda x: Double.apply(x * 2))

seen = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append(t), t)[1], lambda t: t):
    x = torch.zeros(10, device="cuda", requires_grad=True)
    y = x.exp()
    z = (x * 2).view(2, 5).relu_()
print(seen[0] is y, seen[0].grad_fn is y.grad_fn, seen[1].requires_grad, seen[1]._version)
