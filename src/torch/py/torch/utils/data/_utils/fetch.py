"""Reading a batch out of a dataset."""

import time
import torch
from _host import note as _note, unknown as _unknown

# Of a batch whose samples take long, as many are read as tell what a sample is.
_READ_SAMPLES = 128
_LONG_SECONDS = 0.02


def _form(sample):
    """What two samples have in common that are alike to `collate`; None where something cannot be compared."""
    if isinstance(sample, torch.Tensor):
        return (sample.shape, sample.dtype) if sample.device.type == "cpu" and sample.layout is torch.strided else None
    if isinstance(sample, (int, float)):
        return type(sample)
    if isinstance(sample, (tuple, list)):
        forms = [_form(each) for each in sample]
        return None if None in forms else (type(sample), *forms)
    if isinstance(sample, dict):
        forms = [_form(each) for each in sample.values()]
        return None if None in forms else (type(sample), *zip(sample, forms))
    return None


def _like(sample):
    """A sample of the same form whose values are not known."""
    if isinstance(sample, torch.Tensor):
        return torch.empty_like(sample)
    if isinstance(sample, (int, float)):
        return _unknown("a value of a sample", type(sample))
    if isinstance(sample, dict):
        return {key: _like(each) for key, each in sample.items()}
    items = [_like(each) for each in sample]
    return type(sample)(*items) if hasattr(sample, "_fields") else type(sample)(items)


def _samples(dataset, indices):
    """The samples of a batch. Where many more would take long, the rest are taken to be like the first ones, if those are alike."""
    indices = list(indices)
    begun = time.perf_counter()
    data = [dataset[idx] for idx in indices[:_READ_SAMPLES]]
    left = len(indices) - len(data)
    if left <= 0:
        return data
    form = _form(data[0])
    if (time.perf_counter() - begun) * left / _READ_SAMPLES < _LONG_SECONDS or form is None or any([_form(each) != form for each in data]):
        return data + [dataset[idx] for idx in indices[_READ_SAMPLES:]]
    _note("assumption", f"the samples of a large batch are taken to be like its first {_READ_SAMPLES}, which are alike")
    return data + [_like(data[-1])] * left



class _BaseDatasetFetcher:
    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset = dataset
        self.auto_collation = auto_collation
        self.collate_fn = collate_fn
        self.drop_last = drop_last

    def fetch(self, possibly_batched_index):
        raise NotImplementedError


class _IterableDatasetFetcher(_BaseDatasetFetcher):
    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.dataset_iter = iter(dataset)
        self.ended = False

    def fetch(self, possibly_batched_index):
        if self.ended:
            raise StopIteration
        if self.auto_collation:
            data = []
            for _ in possibly_batched_index:
                try:
                    data.append(next(self.dataset_iter))
                except StopIteration:
                    self.ended = True
                    break
            if len(data) == 0 or (self.drop_last and len(data) < len(possibly_batched_index)):
                raise StopIteration
        else:
            data = next(self.dataset_iter)
        return self.collate_fn(data)


class _MapDatasetFetcher(_BaseDatasetFetcher):
    def fetch(self, possibly_batched_index):
        if self.auto_collation:
            if hasattr(self.dataset, "__getitems__") and self.dataset.__getitems__:
                data = self.dataset.__getitems__(possibly_batched_index)
            else:
                data = _samples(self.dataset, possibly_batched_index)
        else:
            data = self.dataset[possibly_batched_index]
        return self.collate_fn(data)
