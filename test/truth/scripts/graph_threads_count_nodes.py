# Each thread counts the nodes it makes: which of a gradient's own graph and of the forward graph runs first depends on both counts.
import torch
import torch.nn.functional as F

from stage import stage

order = []


def watch(node, seen):
    if node is None or node in seen:
        return
    seen.add(node)
    node.register_prehook(lambda grads, name=node.name(): order.append(f"{name} {node._sequence_nr() % 2**32}"))
    for following, _ in node.next_functions:
        watch(following, seen)


def run(name, loss, *leaves):
    watch(loss.grad_fn, set())
    loss.backward()
    print(name, order)
    order.clear()
    stage(name)
    for leaf in leaves:
        leaf.grad = None


x = torch.zeros(4096, device="cuda", requires_grad=True)
w = torch.zeros(4096, device="cuda", requires_grad=True)
for step in range(4):
    y = F.softsign(x * w).sum() + torch.special.i1(w).sum()
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    run(f"penalty {step}", (g * g).sum() + y, x, w)

# Two roots have a node of their own in the program's thread.
for step in range(2):
    y = torch.exp(x) * w
    grads = torch.autograd.grad([y, y.sum()], [x, w], [torch.ones_like(y), None], create_graph=True)
    run(f"two roots {step}", sum(g.square().sum() for g in grads) + y.sum(), x, w)
print(torch._C._get_sequence_nr() if hasattr(torch._C, "_get_sequence_nr") else "")

# On the CPU the calling thread runs the nodes.
a = torch.zeros(8, requires_grad=True)
(g,) = torch.autograd.grad((a * a.sin()).sum(), a, create_graph=True)
run("cpu", g.sum(), a)

# The third order.
z = torch.zeros(1000, device="cuda", requires_grad=True)
(g,) = torch.autograd.grad((z.exp() / (1 + z.sin() * z)).sum(), z, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), z, create_graph=True)
run("third", h.sum(), z)
