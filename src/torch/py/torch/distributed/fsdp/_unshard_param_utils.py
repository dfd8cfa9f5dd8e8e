"""Whole parameters outside the step."""

import contextlib

import torch
from torch.distributed.fsdp._common_utils import FLAT_PARAM, HandleTrainingState, TrainingState, _get_fsdp_states
from torch.distributed.fsdp._flat_param import FlatParamHandle
from torch.distributed.fsdp._runtime_utils import _lazy_init, _reset_flat_param_grad_info_if_needed, _reshard, _unshard


@torch.no_grad()
def _writeback_to_local_shard(handle, writeback_grad):
    def shard(tensor):
        return FlatParamHandle._get_unpadded_shard(tensor, handle.rank, handle.world_size)[0] if handle.uses_sharded_strategy else tensor

    param_shard = shard(handle.flat_param)
    handle.flat_param._local_shard[:param_shard.numel()].copy_(param_shard)
    if writeback_grad:
        existing_grad = handle.sharded_grad
        if existing_grad is not None:
            grad_shard = shard(handle.flat_param.grad)
            existing_grad[:grad_shard.numel()].copy_(grad_shard)


def _deregister_flat_param(state):
    if state._handle is not None:
        state.module._parameters.pop(FLAT_PARAM, None)


def _register_flat_param(state):
    if state._handle is not None:
        state.module._parameters[FLAT_PARAM] = state._handle.flat_param


@contextlib.contextmanager
def _unflatten_as_params(state):
    handle = state._handle
    _deregister_flat_param(state)
    try:
        with handle.unflatten_as_params():
            yield
    finally:
        _register_flat_param(state)


def _validate_unshard_params_args(state, writeback, rank0_only, offload_to_cpu, with_grads):
    if with_grads and (offload_to_cpu or not state._use_orig_params):
        raise NotImplementedError(
            f"with_grads={with_grads}, use_orig_params={state._use_orig_params}, offload_to_cpu={offload_to_cpu} is not supported yet")
    if offload_to_cpu and state._handle and not state._handle.uses_sharded_strategy:
        raise NotImplementedError("offload_to_cpu=True and NO_SHARD is not supported yet")
    if writeback and rank0_only:
        raise NotImplementedError("writeback=True and rank0_only=True is not supported yet")


@contextlib.contextmanager
def _unshard_fsdp_state_params(state, writeback, rank0_only, offload_to_cpu, with_grads):
    _validate_unshard_params_args(state, writeback, rank0_only, offload_to_cpu, with_grads)
    torch.cuda.synchronize()
    handle = state._handle
    if not handle or handle._training_state == HandleTrainingState.SUMMON_FULL_PARAMS:
        yield
        return
    handle._training_state = HandleTrainingState.SUMMON_FULL_PARAMS
    _reset_flat_param_grad_info_if_needed([handle])
    free_unsharded_flat_param = handle.needs_unshard()
    computation_stream = torch.cuda.current_stream()
    _unshard(state, handle, computation_stream, computation_stream)
    if with_grads:
        handle.unshard_grad()
    if rank0_only and state.rank != 0:
        _reshard(state, handle, free_unsharded_flat_param)
        if with_grads:
            handle.reshard_grad()
        try:
            yield
        finally:
            handle._training_state = HandleTrainingState.IDLE
        return
    with contextlib.ExitStack() as stack:
        if offload_to_cpu and handle.uses_sharded_strategy:
            stack.enter_context(handle.to_cpu())
        if not state._use_orig_params:
            stack.enter_context(_unflatten_as_params(state))
        try:
            yield
        finally:
            stack.close()
            if writeback:
                _writeback_to_local_shard(handle, with_grads)
            _reshard(state, handle, free_unsharded_flat_param)
            if with_grads:
                handle.reshard_grad()
            handle._training_state = HandleTrainingState.IDLE


@contextlib.contextmanager
def _unshard_params_for_summon(state, **options):
    _validate_unshard_params_args(state, **options)
    _lazy_init(state, state)
    if state.training_state == TrainingState.FORWARD_BACKWARD:
        raise AssertionError("Cannot manually unshard parameters during forward/backward")
    if state.training_state == TrainingState.SUMMON_FULL_PARAMS:
        raise AssertionError("Cannot manually unshard parameters when already unsharding parameters")
    with _unshard_fsdp_state_params(state, **options):
        try:
            state.training_state = TrainingState.SUMMON_FULL_PARAMS
            yield
        finally:
            state.training_state = TrainingState.IDLE


@contextlib.contextmanager
def _unshard_params(module, recurse, **options):
    states = _get_fsdp_states(module) if recurse else [s for s in (module,) if s in _get_fsdp_states(module)]
    with contextlib.ExitStack() as stack:
        for state in states:
            stack.enter_context(_unshard_params_for_summon(state, **options))
        yield


def _deregister_orig_params(state):
    if state._handle:
        state._handle._deregister_orig_params()
        _register_flat_param(state)


def _register_orig_params(state):
    handle = state._handle
    if not handle:
        return
    _deregister_flat_param(state)
    if handle.is_sharded(handle.flat_param):
        handle._use_sharded_views()
        handle._use_sharded_grad_views()
    else:
        handle._use_unsharded_views(as_params=True)
