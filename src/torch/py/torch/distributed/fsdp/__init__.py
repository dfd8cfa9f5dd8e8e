"""Fully sharded data parallelism."""

import contextlib
from dataclasses import dataclass
from enum import Enum, auto

import torch
from torch import nn
from torch.distributed.fsdp._fully_shard import (  # noqa: F401
    CPUOffloadPolicy, DataParallelMeshDims, FSDPModule, MixedPrecisionPolicy, OffloadPolicy, UnshardHandle, fully_shard,
    register_fsdp_forward_method, share_comm_ctx,
)


class ShardingStrategy(Enum):
    FULL_SHARD = auto()
    SHARD_GRAD_OP = auto()
    NO_SHARD = auto()
    HYBRID_SHARD = auto()
    _HYBRID_SHARD_ZERO2 = auto()


class BackwardPrefetch(Enum):
    BACKWARD_PRE = auto()
    BACKWARD_POST = auto()


class StateDictType(Enum):
    FULL_STATE_DICT = auto()
    LOCAL_STATE_DICT = auto()
    SHARDED_STATE_DICT = auto()


@dataclass
class MixedPrecision:
    param_dtype: object = None
    reduce_dtype: object = None
    buffer_dtype: object = None
    keep_low_precision_grads: bool = False
    cast_forward_inputs: bool = True
    cast_root_forward_inputs: bool = True


@dataclass
class CPUOffload:
    offload_params: bool = False


class _Config:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)


StateDictConfig = FullStateDictConfig = ShardedStateDictConfig = LocalStateDictConfig = _Config
OptimStateDictConfig = FullOptimStateDictConfig = ShardedOptimStateDictConfig = StateDictSettings = OptimStateKeyType = _Config


class FullyShardedDataParallel(nn.Module):
    def __init__(self, module, *args, **kwargs):
        super().__init__()
        torch._C._assume("FullyShardedDataParallel: one process, parameters are not sharded")
        self._fsdp_wrapped_module = module

    @property
    def module(self):
        return self._fsdp_wrapped_module

    def forward(self, *args, **kwargs):
        return self._fsdp_wrapped_module(*args, **kwargs)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_fsdp_wrapped_module"), name)

    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        return nn.utils.clip_grad_norm_(self.parameters(), max_norm, norm_type)

    @contextlib.contextmanager
    def no_sync(self):
        yield

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(module, state_dict_type, state_dict_config=None, optim_state_dict_config=None):
        yield

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(module, recurse=True, writeback=True, rank0_only=False, offload_to_cpu=False, with_grads=False):
        yield

    @staticmethod
    def optim_state_dict(model, optim, optim_state_dict=None, group=None):
        return optim.state_dict()

    @staticmethod
    def fsdp_modules(module, root_only=False):
        return [m for m in module.modules() if isinstance(m, FullyShardedDataParallel)]


def __getattr__(name):
    if name in ("wrap", "api", "fully_sharded_data_parallel", "sharded_grad_scaler", "_common_utils", "_fully_shard"):
        import importlib

        return importlib.import_module("torch.distributed.fsdp." + name)
    raise AttributeError(f"module 'torch.distributed.fsdp' has no attribute '{name}'")
