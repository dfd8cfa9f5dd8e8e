"""Cycles through the graph or a view's base are held by C++: the collector leaves them; other cycles with tensors it takes."""
import gc

import torch
from torch import nn

from stage import stage


class Holder:
    pass


def gone(name):
    for _ in range(3):
        gc.collect()
    stage(name)


def through_the_graph():
    """The leaf knows the holder, which has a result of the leaf."""
    leaf = nn.Parameter(torch.zeros(256, 256, device="cuda"))
    leaf.holder = Holder()
    leaf.holder.result = leaf.view(-1)


def through_the_base():
    leaf = torch.zeros(256, 256, device="cuda")
    leaf.holder = Holder()
    leaf.holder.view = leaf[:16]


def through_attributes():
    leaf = nn.Parameter(torch.zeros(256, 256, device="cuda"))
    leaf.holder = Holder()
    leaf.holder.leaf = leaf


def through_a_gradient():
    leaf = nn.Parameter(torch.zeros(256, 256, device="cuda"))
    leaf.grad = torch.zeros(256, 256, device="cuda")
    leaf.grad.leaf = leaf


def beside_the_graph():
    """The holder is in a cycle with itself; the graph ends in a leaf that knows nothing of it."""
    holder = Holder()
    holder.own = holder
    holder.leaf = nn.Parameter(torch.zeros(256, 256, device="cuda"))
    holder.result = (holder.leaf * 2).sum()


for make in (through_attributes, through_a_gradient, beside_the_graph, through_the_base, through_the_graph):
    make()
    stage(f"{make.__name__} made")
    gone(f"{make.__name__} gone")
