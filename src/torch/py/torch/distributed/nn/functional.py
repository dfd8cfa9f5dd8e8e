"""Collectives that gradients pass through, for one process."""

import torch.distributed as dist


def all_gather(tensor, group=None):
    return (tensor,) * dist.get_world_size()


def all_reduce(tensor, op=None, group=None):
    return tensor.clone()


def broadcast(tensor, src, group=None):
    return tensor.clone()


def reduce_scatter(output, input_list, op=None, group=None):
    return input_list[0].clone()


def all_to_all(output_tensor_list, input_tensor_list, group=None):
    return tuple(t.clone() for t in input_tensor_list)
