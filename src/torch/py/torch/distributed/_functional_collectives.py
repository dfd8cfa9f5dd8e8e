"""Collectives as functions: their results are new tensors."""

import torch
import torch.distributed as dist


class AsyncCollectiveTensor:
    pass


def _group(group):
    """A group, or the mesh or mesh and dimension that name one."""
    if isinstance(group, tuple):
        return group[0].get_group(group[1])
    return group.get_group() if hasattr(group, "get_group") else group


class _AllReduce(torch.autograd.Function):
    @staticmethod
    def forward(ctx, self, op, group):
        out = self.clone(memory_format=torch.contiguous_format)
        dist.all_reduce(out, op=op, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


def all_reduce(self, reduceOp, group, tag=""):
    group = _group(group)
    if self.requires_grad and torch.is_grad_enabled():
        return _AllReduce.apply(self, reduceOp, group)
    out = self.clone(memory_format=torch.contiguous_format)
    dist.all_reduce(out, op=reduceOp, group=group)
    return out


def all_gather_tensor(self, gather_dim, group, tag=""):
    group = _group(group)
    size = group.size()
    source = self.contiguous()
    out = source.new_empty((source.size(0) * size, *source.size()[1:]))
    dist.all_gather_into_tensor(out, source, group=group)
    if gather_dim != 0:
        out = torch.cat(torch.chunk(out, size, dim=0), dim=gather_dim)
    return out


def reduce_scatter_tensor(self, reduceOp, scatter_dim, group, tag=""):
    group = _group(group)
    size = group.size()
    source = self
    if scatter_dim != 0:
        source = torch.cat(torch.chunk(source, size, dim=scatter_dim))
    out = source.new_empty((source.size(0) // size, *source.size()[1:]))
    dist.reduce_scatter_tensor(out, source.contiguous(), op=reduceOp, group=group)
    return out


def all_to_all_single(self, output_split_sizes, input_split_sizes, group, tag=""):
    if output_split_sizes is None:
        return self.new_empty(self.size())
    return self.new_empty((sum(output_split_sizes), *self.size()[1:]))


def broadcast(self, src, group, tag=""):
    return self.clone()


def wait_tensor(tensor):
    return tensor
