# Tensor.new(…): nothing gives a tensor without elements, a tensor its alias, and what a one-dimensional `linear` leaves in the graph
import torch
import torch.nn.functional as F

x = torch.empty(2, 3, device="cuda")
calls = {
    "nothing": lambda: x.new(),
    "sizes": lambda: x.new(2, 3),
    "one size": lambda: x.new(5),
    "Size": lambda: x.new(torch.Size([2])),
    "list": lambda: x.new([1.0, 2.0]),
    "empty tuple": lambda: x.new(()),
    "tensor": lambda: x.new(x),
    "Tensor()": lambda: torch.Tensor(),
}
for name, call in calls.items():
    before = torch.cuda.memory_stats()["requested_bytes.all.current"]
    made = call()
    print(name, tuple(made.shape), made.device, torch.cuda.memory_stats()["requested_bytes.all.current"] - before)
    del made


def graph(node, depth=0):
    if node is not None:
        print(" " * depth + node.name().split("::")[-1])
        for following, _ in node.next_functions:
            graph(following, depth + 1)


def tensor(shape, strides=None):
    t = torch.empty(shape, device="cuda") if strides is None else torch.empty_strided(shape, strides, device="cuda")
    return t.requires_grad_()


graph(F.linear(tensor((3,)), tensor((4, 3)), tensor((4,))).grad_fn)
graph(F.linear(tensor((2, 2, 3)), tensor((4, 3)), tensor((1, 4))).grad_fn)
graph(F.linear(tensor((2, 2, 3)), tensor((4, 3)), tensor((4,), (2,))).grad_fn)
