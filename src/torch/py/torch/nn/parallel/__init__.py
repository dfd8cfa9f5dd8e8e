"""Data parallelism. With one process and one device the wrappers pass everything through."""

from torch.nn.parallel.data_parallel import DataParallel, data_parallel
from torch.nn.parallel.distributed import DistributedDataParallel
from torch.nn.parallel.scatter_gather import gather, scatter

__all__ = ["replicate", "scatter", "parallel_apply", "gather", "data_parallel", "DataParallel", "DistributedDataParallel"]


def replicate(network, devices, detach=False):
    return [network for _ in devices]


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    kwargs_tup = kwargs_tup or [{}] * len(modules)
    return [module(*(inp if isinstance(inp, (list, tuple)) else (inp,)), **kwargs)
            for module, inp, kwargs in zip(modules, inputs, kwargs_tup)]
