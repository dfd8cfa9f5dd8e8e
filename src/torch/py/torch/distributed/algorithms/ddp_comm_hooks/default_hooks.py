"""Hooks on gradient buckets: what is sent may be smaller than what was computed."""

import torch
import torch.distributed as dist
from torch.futures import Future


def _done(value):
    future = Future()
    future.set_result(value)
    return future


def allreduce_hook(process_group, bucket):
    dist.all_reduce(bucket.buffer(), group=process_group)
    return _done(bucket.buffer())


def _compress(dtype, process_group, bucket):
    buffer = bucket.buffer()
    compressed = buffer.to(dtype).div_(dist.get_world_size(process_group))
    dist.all_reduce(compressed, group=process_group)
    return _done(compressed)


def fp16_compress_hook(process_group, bucket):
    return _compress(torch.float16, process_group, bucket)


def bf16_compress_hook(process_group, bucket):
    return _compress(torch.bfloat16, process_group, bucket)


def fp16_compress_wrapper(hook):
    return hook


bf16_compress_wrapper = fp16_compress_wrapper
