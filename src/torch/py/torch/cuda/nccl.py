"""NCCL's version; collectives are not modelled."""

import torch


def version():
    return (2, 30, 7)


def is_available(tensors):
    return True


def all_reduce(inputs, outputs=None, op=0, streams=None, comms=None):
    torch._C._assume("torch.cuda.nccl: collectives do nothing")
