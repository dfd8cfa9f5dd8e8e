"""Reading a batch out of a dataset."""

import sys
import time
import torch
from _host import effects as _effects, note as _note, unknown as _unknown

# What is read of a data set whose samples take long, if those are alike: so many, then one of so many, and the last one.
_READ_SAMPLES = 128
_PROBED = 64
_LONG_SECONDS = 0.02


def _is_array(sample):
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(sample, numpy.ndarray) and sample.dtype.kind in "biuf"


def _form(sample):
    """What two samples have in common that are alike to `collate`; None where something cannot be compared."""
    if isinstance(sample, torch.Tensor):
        return (sample.shape, sample.dtype) if sample.device.type == "cpu" and sample.layout is torch.strided else None
    if isinstance(sample, (int, float)):
        return type(sample)
    if _is_array(sample):
        return type(sample), sample.shape, sample.dtype
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
    if _is_array(sample):
        return sys.modules["numpy"].empty_like(sample)
    if isinstance(sample, dict):
        return {key: _like(each) for key, each in sample.items()}
    items = [_like(each) for each in sample]
    return type(sample)(*items) if hasattr(sample, "_fields") else type(sample)(items)


class _Samples:
    """
    The samples of a data set as a loader reads them. Where reading all would take long and the first ones were alike, most of the
    others are taken to be like them.
    """

    def __init__(self, dataset):
        self.dataset = dataset
        # The form that all samples so far have; None once one had another, or was none that can be compared.
        self.form = ...
        self.read = 0
        self.asked = 0
        self.seconds = 0.0
        self.last = None
        self.assumed = False

    def _length(self):
        try:
            length = len(self.dataset)
        except (TypeError, NotImplementedError):
            return 0
        return length if isinstance(length, int) else 0

    def _read(self, index):
        begun, effects = time.perf_counter(), _effects()
        sample = self.dataset[index]
        self.seconds += time.perf_counter() - begun
        self.read += 1
        form = _form(sample)
        # What a sample does besides being one has to be done.
        if form is None or self.form is not ... and form != self.form or effects != _effects():
            self.form = None
        elif self.form is not None:
            self.form = form
        self.last = sample
        return sample

    def _takes_long(self, asked):
        left = max(self._length() - self.asked, asked)
        return left * self.seconds / self.read > _LONG_SECONDS

    def batch(self, indices):
        indices = list(indices)
        samples = []
        for i, index in enumerate(indices):
            if (self.form is None or self.read < _READ_SAMPLES or self.asked % _PROBED == 0 or index == self._length() - 1
                    or not self._takes_long(len(indices) - i)):
                samples.append(self._read(index))
            else:
                if not self.assumed:
                    self.assumed = True
                    _note("assumption", f"the samples of a data set are taken to be like its first {_READ_SAMPLES}, which are alike")
                samples.append(_like(self.last))
            self.asked += 1
        return samples


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


def _reads_batches(dataset):
    """Whether a data set has a way of its own to read many samples; a part of another one has that one's."""
    if not hasattr(dataset, "__getitems__") or not dataset.__getitems__:
        return False
    from torch.utils.data.dataset import Subset

    if getattr(type(dataset), "__getitems__", None) is not Subset.__getitems__ or type(dataset).__getitem__ is not Subset.__getitem__:
        return True
    return _reads_batches(dataset.dataset)


class _MapDatasetFetcher(_BaseDatasetFetcher):
    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.samples = _Samples(dataset)

    def fetch(self, possibly_batched_index):
        if self.auto_collation:
            if _reads_batches(self.dataset):
                data = self.dataset.__getitems__(possibly_batched_index)
            else:
                data = self.samples.batch(possibly_batched_index)
        else:
            data = self.dataset[possibly_batched_index]
        return self.collate_fn(data)
