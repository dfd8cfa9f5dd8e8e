"""Cycles, finalizers, generators and frames that are left behind."""
import gc
import sys
import weakref

import torch


class Node:
    def __del__(self):
        print('dead', self.name)


def make(name):
    node = Node()
    node.name = name
    node.me = node
    node.tensor = torch.empty(1 << 16, device='cuda')
    return node


a = make('a')
print(torch.cuda.memory_allocated())
a = None
print(torch.cuda.memory_allocated(), gc.collect() > 0, torch.cuda.memory_allocated())
kept = make('kept')
weakref.finalize(kept, print, 'finalized')


def gen():
    try:
        yield torch.empty(1 << 16, device='cuda')
    finally:
        print('generator closed')


g = gen()
t = next(g)
try:
    raise ValueError(torch.empty(1 << 16, device='cuda'))
except ValueError as e:
    error = e
print(torch.cuda.memory_allocated(), sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold())
sys.setrecursionlimit(250)
gc.disable()
gc.set_threshold(1, 1, 1)
