"""What the first FSDP does around a module's forward and backward.

Parameters are gathered on one stream, gradients reduced on another; both are waited for by the stream that computes. As in PyTorch
gathered buffers are taken on the gathering stream, and gradients belong to the stream that made them.
"""

import functools
from enum import Enum, auto

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.autograd import Variable
from torch.autograd.graph import register_multi_grad_hook
from torch.distributed.fsdp._common_utils import (
    HandleTrainingState, TrainingState, _assert_in_training_states, _cast_buffers_to_dtype_and_device,
    _get_buffers_and_dtypes_for_computation, _get_fsdp_handles, _get_fsdp_states, _no_dispatch_record_stream,
)
from torch.distributed.fsdp._flat_param_views import RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES
from torch.distributed.fsdp._init_utils import HYBRID_SHARDING_STRATEGIES
from torch.distributed.fsdp.api import BackwardPrefetch
from torch.distributed.utils import _apply_to_tensors, _cast_forward_inputs, _p_assert, _to_kwargs
from torch.utils._pytree import tree_leaves


class _PrefetchMode(Enum):
    BACKWARD = auto()
    FORWARD = auto()


# ---- the root, made at the first forward


def _is_fsdp_root(state, module):
    _lazy_init(state, module)
    return state._is_root


def _lazy_init(state, root_module):
    if state._is_root is not None:
        return
    state._is_root = True
    _assert_in_training_states(state, [TrainingState.IDLE])
    _check_flat_params_on_expected_device(state, root_module)
    state._all_fsdp_states = _get_fsdp_states(root_module)
    _init_streams(state)
    buffers, buffer_dtypes = _get_buffers_and_dtypes_for_computation(state)
    _cast_buffers_to_dtype_and_device(buffers, buffer_dtypes, state.compute_device)
    state._exec_order_data.init(root_module)
    _share_state_and_init_handle_attrs(state)


def _check_flat_params_on_expected_device(state, module):
    for handle in _get_fsdp_handles(module):
        device = handle.flat_param.device
        if not handle._offload_params and device != state.compute_device:
            raise RuntimeError(
                f"An FSDP-managed module unexpectedly has parameters on {device}. "
                f"Make sure to move the module to {state.compute_device} before training.")
        if handle._offload_params and device != torch.device("cpu"):
            raise RuntimeError(
                f"An FSDP-managed module with parameter CPU offloading enabled has parameters on {device}. "
                "Make sure to not move the module from CPU when offloading parameters.")


def _init_streams(state):
    hybrid = any(s.sharding_strategy in HYBRID_SHARDING_STRATEGIES for s in state._all_fsdp_states)
    priority = -1 if state.limit_all_gathers and hybrid else 0
    state._default_stream = torch.cuda.current_stream()
    state._unshard_stream = torch.cuda.Stream(priority=priority)
    state._post_backward_stream = torch.cuda.Stream(priority=priority)
    state._pre_unshard_stream = torch.cuda.Stream(priority=priority)
    state._all_reduce_stream = torch.cuda.Stream() if hybrid else state._default_stream


def _share_state_and_init_handle_attrs(root_state):
    if root_state._handle:
        root_state._handle.init_flat_param_attributes()
    root_state._all_handles = root_state._exec_order_data.all_handles
    for handle in root_state._all_handles:
        params = handle.flat_param._params
        handle._has_optim_in_backward = params is not None and any(hasattr(p, "_in_backward_optimizers") for p in params)
    for name in ("_use_orig_params", "limit_all_gathers"):
        values = {getattr(s, name) for s in root_state._all_fsdp_states}
        if len(values) != 1:
            raise ValueError(f"Expects one homogeneous value for {name} but got {values}")
    for fsdp_state in root_state._all_fsdp_states:
        if fsdp_state is root_state:
            continue
        _p_assert(not fsdp_state._is_root, "Non-root FSDP instance's `_is_root` should not have been set yet or should have been set to `False`")
        fsdp_state._is_root = False
        for name in ("_unshard_stream", "_post_backward_stream", "_pre_unshard_stream", "_all_reduce_stream", "_default_stream",
                     "_exec_order_data", "_free_event_queue"):
            setattr(fsdp_state, name, getattr(root_state, name))
        if fsdp_state._handle:
            fsdp_state._handle.init_flat_param_attributes()


# ---- gathering and freeing


def _unshard(state, handle, unshard_stream, pre_unshard_stream):
    if not handle:
        return
    with torch.cuda.stream(pre_unshard_stream):
        ran_pre_unshard = handle.pre_unshard()
    if ran_pre_unshard:
        unshard_stream.wait_stream(pre_unshard_stream)
    if state.limit_all_gathers:
        event = state._free_event_queue.dequeue_if_needed()
        if event:
            event.synchronize()
    with torch.cuda.stream(unshard_stream):
        handle.unshard()
        handle.post_unshard()


def _reshard(state, handle, free_unsharded_flat_param):
    handle.reshard(free_unsharded_flat_param)
    if state.limit_all_gathers and free_unsharded_flat_param:
        free_event = torch.cuda.Event()
        free_event.record()
        state._free_event_queue.enqueue(free_event)
    handle.post_reshard()
    handle._prefetched = False


def _prefetch_handle(state, current_handle, prefetch_mode):
    if not current_handle:
        return
    handle = _get_handle_to_prefetch(state, current_handle)
    if not handle:
        return
    previous = handle._training_state
    handle._training_state = (
        HandleTrainingState.BACKWARD_PRE if prefetch_mode == _PrefetchMode.BACKWARD else HandleTrainingState.FORWARD)
    _unshard(state, handle, state._unshard_stream, state._pre_unshard_stream)
    handle._training_state = previous
    handle._prefetched = True


def _get_handle_to_prefetch(state, current_handle):
    training_state = current_handle._training_state
    order = state._exec_order_data
    if (training_state == HandleTrainingState.BACKWARD_PRE and state.backward_prefetch == BackwardPrefetch.BACKWARD_PRE) or (
            training_state == HandleTrainingState.BACKWARD_POST and state.backward_prefetch == BackwardPrefetch.BACKWARD_POST):
        target = order.get_handle_to_backward_prefetch(current_handle)
        return target if target and target._needs_pre_backward_unshard and not target._prefetched else None
    if training_state == HandleTrainingState.FORWARD and state.forward_prefetch:
        target = order.get_handle_to_forward_prefetch(current_handle)
        return target if target and target._needs_pre_forward_unshard and not target._prefetched else None
    return None


# ---- forward


def _root_pre_forward(state, module, args, kwargs):
    _lazy_init(state, module)
    if not state._is_root:
        return args, kwargs
    if state.forward_prefetch:
        for handle in [s._handle for s in state._all_fsdp_states if s._handle]:
            handle._needs_pre_forward_unshard = True
            handle._prefetched = False
    current = torch.cuda.current_stream()
    state._unshard_stream.wait_stream(current)
    state._pre_unshard_stream.wait_stream(current)
    _reset_flat_param_grad_info_if_needed(state._all_handles)
    args_tuple, kwargs_tuple = _to_kwargs(args, kwargs, state.compute_device, False)
    args = args_tuple[0] if args_tuple else ()
    kwargs = kwargs_tuple[0] if kwargs_tuple else {}
    if (not state._handle or not state._handle._force_full_precision) and state.mixed_precision.cast_root_forward_inputs:
        args, kwargs = _cast_forward_inputs(state.mixed_precision.param_dtype, *args, **kwargs)
    return args, kwargs


def _pre_forward(state, handle, unshard_fn, module, args, kwargs):
    if handle and handle._training_state == HandleTrainingState.BACKWARD_PRE:
        # A forward that is recomputed: the parameters are there.
        return args, kwargs
    state.training_state = TrainingState.FORWARD_BACKWARD
    state._exec_order_data.record_pre_forward(handle)
    if handle:
        handle._training_state = HandleTrainingState.FORWARD
    if unshard_fn is not None:
        unshard_fn(state, handle)
    _register_post_backward_hook(state, handle)
    if handle and handle._offload_params and handle.flat_param._cpu_grad is None:
        handle.flat_param._cpu_grad = torch.zeros_like(handle.flat_param._local_shard, device=torch.device("cpu")).pin_memory()
    if handle and not handle._force_full_precision and state.mixed_precision.cast_forward_inputs:
        args, kwargs = _cast_forward_inputs(state.mixed_precision.param_dtype, *args, **kwargs)
    _register_post_backward_reshard_only_hook(state, handle, args, kwargs)
    return args, kwargs


def _pre_forward_unshard(state, handle):
    if not handle:
        return
    if not handle._prefetched:
        _unshard(state, handle, state._unshard_stream, state._pre_unshard_stream)
    handle._needs_pre_forward_unshard = False
    torch.cuda.current_stream().wait_stream(state._unshard_stream)
    _prefetch_handle(state, handle, _PrefetchMode.FORWARD)


def _post_forward(state, handle, reshard_fn, module, input, output):
    if handle and handle._training_state == HandleTrainingState.BACKWARD_PRE:
        return output
    state._exec_order_data.record_post_forward(handle)
    if reshard_fn is not None:
        reshard_fn(state, handle)
    output = _register_pre_backward_hooks(state, module, output, handle)
    state.training_state = TrainingState.IDLE
    if handle:
        handle._training_state = HandleTrainingState.IDLE
    return output


def _post_forward_reshard(state, handle):
    if handle:
        _reshard(state, handle, not state._is_root and handle._sharding_strategy in RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES)


def _register_pre_backward_hooks(state, module, outputs, handle):
    if not torch.is_grad_enabled():
        return outputs
    if state._is_root:
        state._post_backward_callback_queued = False
    if handle:
        handle._needs_pre_backward_unshard = False
        handle._ran_pre_backward_hook = False

    def _register_hook(t):
        if t.requires_grad:
            t.register_hook(functools.partial(_pre_backward_hook, state, module, handle))
            if handle:
                handle._needs_pre_backward_unshard = True
        return t

    return _apply_to_tensors(_register_hook, outputs)


def _register_post_backward_hook(state, handle):
    if not torch.is_grad_enabled() or not handle:
        return
    flat_param = handle.flat_param
    if hasattr(flat_param, "_post_backward_hook_state") or not flat_param.requires_grad:
        return
    temp_flat_param = flat_param.expand_as(flat_param)
    acc_grad = temp_flat_param.grad_fn.next_functions[0][0]
    flat_param._post_backward_hook_state = (acc_grad, acc_grad.register_hook(functools.partial(_post_backward_hook, state, handle)))


def _register_post_backward_reshard_only_hook(state, handle, args, kwargs):
    """Frozen parameters are freed once the gradients of the module's inputs are there."""
    if not torch.is_grad_enabled() or not handle:
        return
    flat_param = handle.flat_param
    if hasattr(flat_param, "_post_backward_hook_state") or flat_param.requires_grad:
        return
    inputs = [x for x in tree_leaves((args, kwargs)) if torch.is_tensor(x) and x.requires_grad]
    flat_param._post_backward_hook_state = (
        register_multi_grad_hook(inputs, functools.partial(_post_backward_reshard_only_hook, state, handle)),)


# ---- backward


def _pre_backward_hook(state, module, handle, grad, *unused):
    if handle and handle._ran_pre_backward_hook:
        return grad
    if state._is_root and not state._post_backward_callback_queued:
        _register_post_backward_final_callback(state, module)
        _reset_flat_param_grad_info_if_needed(state._all_handles)
    elif handle:
        _assert_in_training_states(state, [TrainingState.IDLE])
    state.training_state = TrainingState.FORWARD_BACKWARD
    if not handle:
        return grad
    handle._training_state = HandleTrainingState.BACKWARD_PRE
    if handle._needs_pre_backward_unshard:
        if not handle._prefetched:
            _unshard(state, handle, state._unshard_stream, state._pre_unshard_stream)
        torch.cuda.current_stream().wait_stream(state._unshard_stream)
    handle._needs_pre_backward_unshard = False
    _prefetch_handle(state, handle, _PrefetchMode.BACKWARD)
    handle.prepare_gradient_for_backward()
    handle._ran_pre_backward_hook = True
    return grad


@torch.no_grad()
def _post_backward_hook(state, handle, flat_param, *unused):
    flat_param = handle.flat_param
    flat_param._post_backward_called = True
    _assert_in_training_states(state, [TrainingState.FORWARD_BACKWARD])
    handle._training_state = HandleTrainingState.BACKWARD_POST
    if flat_param.grad is None:
        return
    if flat_param.grad.requires_grad:
        raise RuntimeError("FSDP does not support gradients of gradients")
    _post_backward_reshard(state, handle)
    if not state._sync_gradients:
        if handle._use_orig_params:
            handle._use_unsharded_grad_views()
        return
    state._post_backward_stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(state._post_backward_stream):
        autograd_computed_grad = flat_param.grad.data
        if not _low_precision_hook_enabled(state) and flat_param.grad.dtype != handle._reduce_dtype and not handle._force_full_precision:
            flat_param.grad.data = flat_param.grad.to(handle._reduce_dtype)
        if handle.uses_sharded_strategy:
            _reduce_grad(state, handle)
        else:
            _reduce_grad_no_shard(state, handle)
        _no_dispatch_record_stream(autograd_computed_grad, state._post_backward_stream)


def _post_backward_reshard_only_hook(state, handle, *unused):
    state.training_state = TrainingState.FORWARD_BACKWARD
    handle._training_state = HandleTrainingState.BACKWARD_POST
    _post_backward_reshard(state, handle)


def _post_backward_reshard(state, handle):
    _reshard(state, handle, _should_free_in_backward(state, handle))
    _prefetch_handle(state, handle, _PrefetchMode.BACKWARD)


def _should_free_in_backward(state, handle):
    if not handle.uses_sharded_strategy:
        return False
    return state._sync_gradients or handle._sharding_strategy in RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES


def _reduce_grad(state, handle):
    flat_param = handle.flat_param
    unsharded_grad = flat_param.grad.data
    flat_param.grad = None
    padded_unsharded_grad, new_sharded_grad = _get_reduce_scatter_tensors(state, unsharded_grad)
    if state._comm_hook is not None:
        state._comm_hook(state._comm_hook_state, padded_unsharded_grad, new_sharded_grad)
        _accumulate_and_offload(state, handle, new_sharded_grad)
        return
    _div_if_needed(padded_unsharded_grad, state._gradient_predivide_factor)
    dist.reduce_scatter_tensor(new_sharded_grad, padded_unsharded_grad, group=state.process_group)
    if state.sharding_strategy in HYBRID_SHARDING_STRATEGIES:
        state._all_reduce_stream.wait_stream(state._post_backward_stream)
        with torch.cuda.stream(state._all_reduce_stream):
            _no_dispatch_record_stream(new_sharded_grad, state._all_reduce_stream)
            dist.all_reduce(new_sharded_grad, group=state._inter_node_pg)
            _div_if_needed(new_sharded_grad, state._gradient_postdivide_factor)
            _accumulate_and_offload(state, handle, new_sharded_grad)
        return
    _div_if_needed(new_sharded_grad, state._gradient_postdivide_factor)
    _accumulate_and_offload(state, handle, new_sharded_grad)


def _accumulate_and_offload(state, handle, new_sharded_grad):
    grad_to_offload = _accumulate_sharded_grad(state, handle, new_sharded_grad)
    _offload_grad(state, handle, grad_to_offload)
    _post_backward_use_sharded_grad_views(handle)


def _get_reduce_scatter_tensors(state, unsharded_grad):
    chunks = list(unsharded_grad.chunk(state.world_size))
    numel_to_pad = state.world_size * chunks[0].numel() - unsharded_grad.numel()
    padded_unsharded_grad = F.pad(unsharded_grad, [0, numel_to_pad]) if numel_to_pad > 0 else unsharded_grad
    return padded_unsharded_grad, torch.empty_like(chunks[0])


def _accumulate_sharded_grad(state, handle, sharded_grad):
    flat_param = handle.flat_param
    _cast_grad_to_param_dtype(state, sharded_grad, flat_param)
    if hasattr(flat_param, "_saved_grad_shard"):
        flat_param._saved_grad_shard += sharded_grad
    else:
        flat_param._saved_grad_shard = sharded_grad
    return flat_param._saved_grad_shard


def _reduce_grad_no_shard(state, handle):
    flat_param = handle.flat_param
    if state._comm_hook is None:
        _div_if_needed(flat_param.grad, state._gradient_predivide_factor)
        dist.all_reduce(flat_param.grad, group=state.process_group)
        _div_if_needed(flat_param.grad, state._gradient_postdivide_factor)
    else:
        state._comm_hook(state._comm_hook_state, flat_param.grad)
    if not handle._keep_low_precision_grads:
        _cast_grad_to_param_dtype(state, flat_param.grad, flat_param)
    _offload_grad(state, handle, flat_param.grad.data)
    _post_backward_use_sharded_grad_views(handle)


def _offload_grad(state, handle, grad_to_offload):
    if not handle._offload_params:
        return
    non_blocking = handle.uses_sharded_strategy and not handle._has_optim_in_backward
    handle.flat_param._cpu_grad.copy_(grad_to_offload.detach(), non_blocking=non_blocking)
    _no_dispatch_record_stream(grad_to_offload.data, state._post_backward_stream)


def _post_backward_use_sharded_grad_views(handle):
    if not handle._use_orig_params:
        return
    handle._reset_is_grad_none()
    handle._use_sharded_grad_views()
    if not handle._has_optim_in_backward:
        return
    handle.prepare_gradient_for_optim()
    for orig_param in handle.flat_param._params:
        if orig_param.grad is not None and hasattr(orig_param, "_in_backward_optimizers"):
            for optim in orig_param._in_backward_optimizers:
                optim.step()
            optim.zero_grad(set_to_none=True)
    handle._reset_flat_param_grad_info_if_needed()
    if handle._offload_params:
        handle.flat_param._cpu_grad = None


def _div_if_needed(tensor, div_factor):
    if div_factor > 1:
        tensor.div_(div_factor)


def _cast_grad_to_param_dtype(state, sharded_grad, param):
    if not _low_precision_hook_enabled(state) and sharded_grad.dtype != param.dtype:
        low_prec_grad_data = sharded_grad.data
        sharded_grad.data = sharded_grad.data.to(dtype=param.dtype)
        _no_dispatch_record_stream(low_prec_grad_data, torch.cuda.current_stream())


def _low_precision_hook_enabled(state):
    return getattr(state._comm_hook, "__name__", None) in ("fp16_compress_hook", "bf16_compress_hook")


def _register_post_backward_final_callback(state, module):
    if state._post_backward_callback_queued:
        return
    _assert_in_training_states(state, [TrainingState.IDLE])
    state._post_backward_callback_queued = True
    Variable._execution_engine.queue_callback(functools.partial(_post_backward_final_callback, state, module))


@torch.no_grad()
def _post_backward_final_callback(state, module):
    if state._sync_gradients:
        current_stream = torch.cuda.current_stream()
        current_stream.wait_stream(state._post_backward_stream)
        if state._all_reduce_stream is not current_stream:
            current_stream.wait_stream(state._all_reduce_stream)
    state._exec_order_data.next_iter()
    for fsdp_state in state._all_fsdp_states:
        _catch_all_reshard(fsdp_state)
        _finalize_params(fsdp_state)
        fsdp_state.training_state = TrainingState.IDLE
        handle = fsdp_state._handle
        if handle:
            handle._ran_pre_backward_hook = False
            handle._needs_pre_backward_unshard = False
            handle._post_forward_index = None
            handle._training_state = HandleTrainingState.IDLE
            handle._prefetched = False
    state._post_backward_callback_queued = False


def _catch_all_reshard(state):
    """Frees what backward did not reach."""
    handle = state._handle
    if handle and (handle.flat_param.data_ptr() != handle.flat_param._local_shard.data_ptr() or handle._skipped_use_sharded_views):
        _reshard(state, handle, _should_free_in_backward(state, handle))


def _finalize_params(state):
    handle = state._handle
    if not handle:
        return
    flat_param = handle.flat_param
    if hasattr(flat_param, "_post_backward_hook_state"):
        flat_param._post_backward_hook_state[-1].remove()
        del flat_param._post_backward_hook_state
    if flat_param.requires_grad:
        if not state._sync_gradients:
            return
        if not handle._has_optim_in_backward:
            handle.prepare_gradient_for_optim()
        flat_param._post_backward_called = False


def _reset_flat_param_grad_info_if_needed(handles):
    for handle in handles:
        handle._reset_flat_param_grad_info_if_needed()
