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
    """The first FSDP as a wrapper over `fully_shard`: what it shards and when it gathers, but not its flat parameters."""

    def __init__(self, module, process_group=None, sharding_strategy=None, cpu_offload=None, auto_wrap_policy=None,
                 backward_prefetch=BackwardPrefetch.BACKWARD_PRE, mixed_precision=None, ignored_modules=None, param_init_fn=None,
                 device_id=None, sync_module_states=False, forward_prefetch=False, limit_all_gathers=True, use_orig_params=False,
                 ignored_states=None, device_mesh=None):
        super().__init__()
        options = {
            "process_group": process_group, "sharding_strategy": sharding_strategy, "cpu_offload": cpu_offload,
            "backward_prefetch": backward_prefetch, "mixed_precision": mixed_precision, "device_id": device_id,
            "device_mesh": device_mesh, "use_orig_params": use_orig_params,
        }
        if auto_wrap_policy is not None:
            _wrap_children(module, auto_wrap_policy, options)
        if device_id is not None:
            _move_own(module, torch.device("cuda", device_id) if isinstance(device_id, int) else torch.device(device_id))
        self._fsdp_wrapped_module = module
        self._mixed_precision = mixed_precision
        if not torch.distributed.is_initialized():
            torch._C._assume("FullyShardedDataParallel: one process, parameters are not sharded")
        elif sharding_strategy is not ShardingStrategy.NO_SHARD:
            torch._C._assume("FullyShardedDataParallel: accounted as fully_shard, which gathers into a buffer of its own: peaks may be one gathered module higher")
            self._shard(sharding_strategy, cpu_offload, mixed_precision, device_mesh)

    def _shard(self, strategy, cpu_offload, precision, mesh):
        kept = strategy in (ShardingStrategy.SHARD_GRAD_OP, ShardingStrategy._HYBRID_SHARD_ZERO2)
        policy = MixedPrecisionPolicy()
        if precision is not None:
            policy = MixedPrecisionPolicy(
                param_dtype=precision.param_dtype, reduce_dtype=precision.reduce_dtype, cast_forward_inputs=precision.cast_forward_inputs)
            if precision.buffer_dtype is not None:
                for buffer in self._fsdp_wrapped_module.buffers():
                    if buffer.is_floating_point():
                        buffer.data = buffer.to(precision.buffer_dtype)
        offload = CPUOffloadPolicy() if cpu_offload is not None and cpu_offload.offload_params else OffloadPolicy()
        fully_shard(self._fsdp_wrapped_module, mesh=mesh, reshard_after_forward=not kept, mp_policy=policy, offload_policy=offload)

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


def _wrap_children(module, policy, options):
    """Wraps what the policy names below a module, innermost first (`_recursive_wrap`)."""
    run = getattr(policy, "_run_policy", None)
    if run is not None:
        chosen = run(module)
        for parent in list(module.modules()):
            for name, child in list(parent.named_children()):
                if child in chosen:
                    setattr(parent, name, FullyShardedDataParallel(child, **{**options, **chosen[child]}))
        return
    _wrap_below(module, policy, options)


def _wrap_below(module, policy, options):
    """Parameters below that are wrapped now."""
    total = sum(p.numel() for p in module.parameters())
    wrapped = 0
    if policy(module=module, recurse=True, nonwrapped_numel=total):
        for name, child in list(module.named_children()):
            if isinstance(child, FullyShardedDataParallel):
                continue
            below = _wrap_below(child, policy, options)
            count = sum(p.numel() for p in child.parameters())
            if policy(module=child, recurse=False, nonwrapped_numel=count - below) and count > 0:
                setattr(module, name, FullyShardedDataParallel(child, **options))
                below = count
            wrapped += below
    return wrapped


def _move_own(module, device):
    """Moves the parameters and buffers of a module that no wrapper below it has."""
    for child in module.modules():
        for tensor in (*child._parameters.values(), *child._buffers.values()):
            if tensor is not None and tensor.device.type == "cpu":
                tensor.data = tensor.to(device)


def __getattr__(name):
    if name in ("wrap", "api", "fully_sharded_data_parallel", "sharded_grad_scaler", "_common_utils", "_fully_shard"):
        import importlib

        return importlib.import_module("torch.distributed.fsdp." + name)
    raise AttributeError(f"module 'torch.distributed.fsdp' has no attribute '{name}'")
