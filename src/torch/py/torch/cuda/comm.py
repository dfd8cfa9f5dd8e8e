"""Copies between devices."""

import torch


def broadcast(tensor, devices=None, *, out=None):
    return tuple(tensor.to(torch.device("cuda", d) if isinstance(d, int) else d) for d in devices)


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    return tuple(tuple(t.to(torch.device("cuda", d)) for t in tensors) for d in devices)


def reduce_add(inputs, destination=None):
    result = inputs[0]
    for other in inputs[1:]:
        result = result + other.to(result.device)
    return result


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    chunks = tensor.split(chunk_sizes, dim) if chunk_sizes else tensor.chunk(len(devices), dim)
    return tuple(chunk.to(torch.device("cuda", d)) for chunk, d in zip(chunks, devices))


def gather(tensors, dim=0, destination=None, *, out=None):
    return torch.cat([t.to(tensors[0].device if destination is None else destination) for t in tensors], dim)
