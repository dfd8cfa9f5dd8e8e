"""Pipelines of stages: the account of the stage that this rank has. Nothing is sent; buffers and lifetimes are PyTorch's."""

import torch
from .microbatch import merge_chunks, split_args_kwargs_into_chunks, TensorChunkSpec
from .schedules import Schedule1F1B, ScheduleGPipe, ScheduleInterleaved1F1B, ScheduleLoopedBFS
from .stage import PipelineStage

__all__ = ["Pipe", "pipe_split", "SplitPoint", "pipeline", "PipelineStage", "build_stage", "Schedule1F1B", "ScheduleFChunked1F1B", "ScheduleGPipe",
           "ScheduleInterleaved1F1B", "ScheduleLoopedBFS", "ScheduleInterleavedZeroBubble", "ScheduleZBVZeroBubble", "ScheduleDualPipeV"]


class SplitPoint:
    BEGINNING, END = 1, 2


class Pipe:
    """For annotations."""


def pipe_split():
    return None


def _missing(name):
    def make(*args, **kwargs):
        return torch._C._unknown(f"torch.distributed.pipelining.{name} is not modelled")
    make.__name__ = name
    return make


for _name in __all__:
    if _name not in globals():
        globals()[_name] = _missing(_name)
del _name
