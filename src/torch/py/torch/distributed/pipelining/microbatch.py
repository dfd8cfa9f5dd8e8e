"""Batches in chunks and back (torch/distributed/pipelining/microbatch.py)."""

import torch


class TensorChunkSpec:
    def __init__(self, split_dim):
        self.split_dim = split_dim


def _chunks(value, chunks):
    if isinstance(value, torch.Tensor):
        return list(torch.tensor_split(value, chunks))
    if isinstance(value, (list, tuple)):
        parts = [_chunks(item, chunks) for item in value]
        return [type(value)(part[i] for part in parts) for i in range(chunks)]
    if isinstance(value, dict):
        parts = {key: _chunks(item, chunks) for key, item in value.items()}
        return [{key: part[i] for key, part in parts.items()} for i in range(chunks)]
    return [value] * chunks


def split_args_kwargs_into_chunks(args, kwargs, chunks, args_chunk_spec=None, kwargs_chunk_spec=None):
    return _chunks(tuple(args), chunks), _chunks(dict(kwargs or {}), chunks)


def merge_chunks(chunks, chunk_spec=None):
    first = chunks[0]
    if isinstance(first, torch.Tensor):
        return torch.cat(chunks, dim=0)
    if isinstance(first, (list, tuple)):
        return type(first)(merge_chunks([chunk[i] for chunk in chunks]) for i in range(len(first)))
    if isinstance(first, dict):
        return {key: merge_chunks([chunk[key] for chunk in chunks]) for key in first}
    return first
