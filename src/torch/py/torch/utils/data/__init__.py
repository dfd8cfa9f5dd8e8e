"""Datasets, samplers and loaders."""

from torch.utils.data.sampler import (
    BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler,
)
from torch.utils.data.dataset import (
    ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset, TensorDataset, random_split,
)
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data._utils.worker import get_worker_info
from torch.utils.data.dataloader import DataLoader, _DatasetKind

__all__ = ["BatchSampler", "ChainDataset", "ConcatDataset", "DataLoader", "Dataset", "DistributedSampler", "IterDataPipe", "IterableDataset",
           "MapDataPipe", "RandomSampler", "Sampler", "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler", "TensorDataset",
           "WeightedRandomSampler", "default_collate", "default_convert", "functional_datapipe", "get_worker_info", "random_split"]


def __getattr__(name):
    if name == "DistributedSampler":
        from torch.utils.data.distributed import DistributedSampler

        return DistributedSampler
    if name in ("IterDataPipe", "MapDataPipe", "DFIterDataPipe", "DataChunk", "functional_datapipe", "guaranteed_datapipes_determinism",
                "non_deterministic", "argument_validation", "runtime_validation", "runtime_validation_disabled"):
        from torch.utils.data import datapipes

        return getattr(datapipes, name)
    if name in ("distributed", "datapipes"):
        import importlib

        return importlib.import_module("torch.utils.data." + name)
    raise AttributeError(f"module 'torch.utils.data' has no attribute '{name}'")
