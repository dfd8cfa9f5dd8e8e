"""`FullyShardedDataParallel`: the wrapper whose module's parameters are parts of a flat one (`_flat_param.py`)."""

import contextlib
import functools
import math
import warnings
from enum import Enum, auto

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp._common_utils import (
    FSDP_PREFIX, FSDP_WRAPPED_MODULE, HandleTrainingState, TrainingState, _assert_in_training_states, _FSDPState, _get_fsdp_states,
)
from torch.distributed.fsdp._init_utils import (
    HYBRID_SHARDING_STRATEGIES, _auto_wrap, _check_orig_params_flattened, _hybrid_kwargs, _init_core_state, _init_ignored_module_states,
    _init_param_handle_from_module, _init_process_group_state,
)
from torch.distributed.fsdp._runtime_utils import (
    _is_fsdp_root, _lazy_init, _post_forward, _post_forward_reshard, _pre_forward, _pre_forward_unshard, _root_pre_forward, _unshard,
)
from torch.distributed.fsdp._optim_utils import _optim_state_dict, _optim_state_dict_to_load
from torch.distributed.fsdp._state_dict_utils import _register_all_state_dict_hooks
from torch.distributed.fsdp._unshard_param_utils import (
    _deregister_orig_params, _register_flat_param, _register_orig_params, _unshard_params, _unshard_params_for_summon,
)
from torch.distributed.fsdp.api import (  # noqa: F401
    BackwardPrefetch, CPUOffload, FullOptimStateDictConfig, FullStateDictConfig, LocalOptimStateDictConfig, LocalStateDictConfig,
    MixedPrecision, OptimStateDictConfig, ShardedOptimStateDictConfig, ShardedStateDictConfig, ShardingStrategy, StateDictConfig,
    StateDictSettings, StateDictType,
)

class OptimStateKeyType(Enum):
    PARAM_NAME = auto()
    PARAM_ID = auto()


class FullyShardedDataParallel(nn.Module, _FSDPState):
    def __init__(self, module, process_group=None, sharding_strategy=None, cpu_offload=None, auto_wrap_policy=None,
                 backward_prefetch=BackwardPrefetch.BACKWARD_PRE, mixed_precision=None, ignored_modules=None, param_init_fn=None,
                 device_id=None, sync_module_states=False, forward_prefetch=False, limit_all_gathers=True, use_orig_params=False,
                 ignored_states=None, device_mesh=None):
        super().__init__()
        if isinstance(module, (nn.ModuleList, nn.ModuleDict)):
            warnings.warn(
                f"FSDP will not all-gather parameters for containers that do not implement forward: {module}", stacklevel=2)
        _init_ignored_module_states(self, module, ignored_modules, ignored_states)
        self._device_mesh = device_mesh
        _init_process_group_state(self, process_group, sharding_strategy, auto_wrap_policy, device_mesh)
        if auto_wrap_policy is not None:
            root_kwargs = {
                "process_group": process_group, "sharding_strategy": sharding_strategy, "cpu_offload": cpu_offload,
                "backward_prefetch": backward_prefetch, "mixed_precision": mixed_precision, "param_init_fn": param_init_fn,
                "device_id": device_id, "sync_module_states": sync_module_states, "forward_prefetch": forward_prefetch,
                "limit_all_gathers": limit_all_gathers, "use_orig_params": use_orig_params, "ignored_states": self._ignored_params,
                "device_mesh": device_mesh, **_hybrid_kwargs(self, sharding_strategy, device_mesh)}
            _auto_wrap(module, auto_wrap_policy, self._ignored_modules, self._ignored_params, root_kwargs, FullyShardedDataParallel)
        _init_core_state(
            self, module, sharding_strategy, mixed_precision, cpu_offload, limit_all_gathers, use_orig_params, backward_prefetch,
            forward_prefetch)
        _init_param_handle_from_module(self, module, device_id, param_init_fn, sync_module_states)
        self._fsdp_wrapped_module = module
        if not use_orig_params:
            _check_orig_params_flattened(self)
            _register_flat_param(self)
        _register_all_state_dict_hooks(self)
        self._zero_scalar = None

    @property
    def module(self):
        wrapped = self._fsdp_wrapped_module
        return getattr(wrapped, "_checkpoint_wrapped_module") if "_checkpoint_wrapped_module" in wrapped._modules else wrapped

    @property
    def _has_params(self):
        return self._handle is not None

    @property
    def _flat_param(self):
        return self._handle.flat_param if self._handle else None

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__(FSDP_WRAPPED_MODULE), name)

    def __getitem__(self, key):
        return self._fsdp_wrapped_module.__getitem__(key)

    def forward(self, *args, **kwargs):
        handle = self._handle
        args, kwargs = _root_pre_forward(self, self, args, kwargs)
        unused = None
        args, kwargs = _pre_forward(self, handle, _pre_forward_unshard, self._fsdp_wrapped_module, args, kwargs)
        output = self._fsdp_wrapped_module(*args, **kwargs)
        return _post_forward(self, handle, _post_forward_reshard, self, unused, output)

    def check_is_root(self):
        return _is_fsdp_root(self, self)

    @staticmethod
    def fsdp_modules(module, root_only=False):
        states = _get_fsdp_states(module)
        return [s for s in states if _is_fsdp_root(s, s)] if root_only else states

    def apply(self, fn):
        uninitialized = self._is_root is None
        _assert_in_training_states(self, [TrainingState.IDLE])
        with _unshard_params_for_summon(self, writeback=True, rank0_only=False, offload_to_cpu=False, with_grads=False):
            ret = super().apply(fn)
        if uninitialized and self._is_root:
            for module in _get_fsdp_states(self):
                module._is_root = None
        return ret

    def _apply(self, *args, **kwargs):
        if not self._use_orig_params:
            return super()._apply(*args, **kwargs)
        for state in _get_fsdp_states(self):
            _deregister_orig_params(state)
        try:
            return super()._apply(*args, **kwargs)
        finally:
            for state in _get_fsdp_states(self):
                _register_orig_params(state)

    def named_buffers(self, *args, **kwargs):
        clean = self.training_state == TrainingState.SUMMON_FULL_PARAMS
        for name, buffer in super().named_buffers(*args, **kwargs):
            yield (name.replace(FSDP_PREFIX, "") if clean else name), buffer

    def named_parameters(self, *args, **kwargs):
        clean = self.training_state == TrainingState.SUMMON_FULL_PARAMS
        for name, param in super().named_parameters(*args, **kwargs):
            yield (name.replace(FSDP_PREFIX, "") if clean else name), param

    @contextlib.contextmanager
    def no_sync(self):
        _lazy_init(self, self)
        if not self._is_root:
            raise RuntimeError("`no_sync()` on inner FSDP instances is not supported. Please call `no_sync()` on root FSDP module.")
        _assert_in_training_states(self, [TrainingState.IDLE])
        old_flags = []
        for m in self.modules():
            if isinstance(m, FullyShardedDataParallel):
                old_flags.append((m, m._sync_gradients))
                m._sync_gradients = False
        try:
            yield
        finally:
            for m, old_flag in old_flags:
                m._sync_gradients = old_flag

    @torch.no_grad()
    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        _lazy_init(self, self)
        if not self._is_root:
            raise RuntimeError("`clip_grad_norm_()` should only be called on the root FSDP instance")
        if self._zero_scalar is None:
            self._zero_scalar = torch.tensor(0.0, device=self.compute_device)
        _assert_in_training_states(self, [TrainingState.IDLE])
        if all(not handle.uses_sharded_strategy for handle in self._all_handles):
            return nn.utils.clip_grad_norm_(self.parameters(), max_norm, norm_type)
        max_norm, norm_type = float(max_norm), float(norm_type)
        sharded, others = {}, {}
        for handle in self._all_handles:
            target = sharded if handle.uses_sharded_strategy else others
            target.update(dict.fromkeys(handle.flat_param._params if handle._use_orig_params else [handle.flat_param]))
        others.update(dict.fromkeys(p for p in self.parameters() if p not in sharded and p not in others))
        grads = [p.grad for p in (*sharded, *others) if p.grad is not None]
        sharded_norm = _get_grad_norm(sharded, norm_type, self._zero_scalar, self.compute_device)
        others_norm = _get_grad_norm(others, norm_type, self._zero_scalar, self.compute_device) if others else None
        if norm_type == math.inf:
            total_norm = torch.maximum(sharded_norm, others_norm) if others_norm is not None else sharded_norm
            dist.all_reduce(total_norm, op=dist.ReduceOp.MAX, group=self.process_group)
        else:
            total_norm = sharded_norm ** norm_type
            dist.all_reduce(total_norm, group=self.process_group)
            if others_norm is not None:
                total_norm += others_norm ** norm_type
            total_norm = total_norm ** (1.0 / norm_type)
        if self.cpu_offload.offload_params:
            total_norm = total_norm.cpu()
        clip_coef = max_norm / (total_norm + 1e-6)
        clip_coef_clamped = torch.clamp(clip_coef, max=1.0)
        for grad in grads:
            grad.mul_(clip_coef_clamped.to(grad.device, grad.dtype))
        if len(grads) == 0:
            return total_norm
        return total_norm.to(functools.reduce(torch.promote_types, [grad.dtype for grad in grads]))

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(module, recurse=True, writeback=True, rank0_only=False, offload_to_cpu=False, with_grads=False):
        with _unshard_params(
                module, recurse, writeback=writeback, rank0_only=rank0_only, offload_to_cpu=offload_to_cpu, with_grads=with_grads):
            yield

    # ---- state dictionaries

    @staticmethod
    def set_state_dict_type(module, state_dict_type, state_dict_config=None, optim_state_dict_config=None):
        configs = {
            StateDictType.FULL_STATE_DICT: (FullStateDictConfig, FullOptimStateDictConfig),
            StateDictType.LOCAL_STATE_DICT: (LocalStateDictConfig, LocalOptimStateDictConfig),
            StateDictType.SHARDED_STATE_DICT: (ShardedStateDictConfig, ShardedOptimStateDictConfig),
        }[state_dict_type]
        config = configs[0]() if state_dict_config is None else state_dict_config
        optim_config = configs[1]() if optim_state_dict_config is None else optim_state_dict_config
        for expected, given, name in zip(configs, (config, optim_config), ("state_dict_config", "optim_state_dict_config")):
            if type(given) is not expected:
                raise RuntimeError(f"Expected {name} of type {expected} but got {type(given)}")
        previous = FullyShardedDataParallel.get_state_dict_type(module)
        for state in _get_fsdp_states(module):
            state._state_dict_type = state_dict_type
            state._state_dict_config = config
            state._optim_state_dict_config = optim_config
        return previous

    @staticmethod
    def get_state_dict_type(module):
        settings = None
        for state in _get_fsdp_states(module):
            own = StateDictSettings(state._state_dict_type, state._state_dict_config, state._optim_state_dict_config)
            if settings is not None and settings != own:
                raise AssertionError(f"All FSDP modules must have the same state dict settings.Got {own} and {settings}.")
            settings = own
        return settings

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(module, state_dict_type, state_dict_config=None, optim_state_dict_config=None):
        previous = FullyShardedDataParallel.set_state_dict_type(module, state_dict_type, state_dict_config, optim_state_dict_config)
        yield
        FullyShardedDataParallel.set_state_dict_type(
            module, previous.state_dict_type, previous.state_dict_config, previous.optim_state_dict_config)

    @staticmethod
    def optim_state_dict(model, optim, optim_state_dict=None, group=None):
        optim_state_dict = optim.state_dict() if optim_state_dict is None else optim_state_dict
        return _optim_state_dict(model, optim, _get_fsdp_states(model), optim_state_dict, group)

    @staticmethod
    def full_optim_state_dict(model, optim, optim_input=None, rank0_only=True, group=None):
        return FullyShardedDataParallel.optim_state_dict(model, optim)

    @staticmethod
    def sharded_optim_state_dict(model, optim, group=None):
        return FullyShardedDataParallel.optim_state_dict(model, optim)

    @staticmethod
    def optim_state_dict_to_load(model, optim, optim_state_dict, is_named_optimizer=False, load_directly=False, group=None):
        result = _optim_state_dict_to_load(model, optim, _get_fsdp_states(model), optim_state_dict, group)
        if load_directly:
            optim.load_state_dict(result)
        return result

    def register_comm_hook(self, state, hook):
        if not self.check_is_root():
            raise AssertionError("register_comm_hook can only be called on a root instance.")
        for fsdp_state in _get_fsdp_states(self):
            if fsdp_state.sharding_strategy in HYBRID_SHARDING_STRATEGIES:
                raise AssertionError(f"Communication hook is not supported for hybrid strategies: {fsdp_state.sharding_strategy}")
            if fsdp_state._comm_hook is not None:
                raise AssertionError("A communication hook is already registered")
            fsdp_state._comm_hook = hook
            fsdp_state._comm_hook_state = state

    def _unshard(self, async_op=False):
        if not self._handle:
            return None
        previous = self.training_state, self._handle._training_state
        self.training_state, self._handle._training_state = TrainingState.FORWARD_BACKWARD, HandleTrainingState.FORWARD
        _unshard(self, self._handle, self._unshard_stream, self._pre_unshard_stream)
        self.training_state, self._handle._training_state = previous
        self._handle._prefetched = True
        return None


def _get_grad_norm(params, norm_type, zero, device):
    grads = [p.grad for p in params if p.grad is not None]
    if len(grads) == 0:
        return zero
    grad_norm = torch.linalg.vector_norm(
        torch.stack([torch.linalg.vector_norm(grad.detach(), norm_type, dtype=torch.float32) for grad in grads]), norm_type,
        dtype=torch.float32)
    return grad_norm.to(device=device)
