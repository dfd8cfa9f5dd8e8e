"""State dictionaries of the first FSDP: whole, or a shard of each parameter."""

import torch
from torch.distributed.fsdp._common_utils import FLAT_PARAM, FSDP_PREFIX, _cast_buffers_to_dtype_and_device, clean_tensor_name
from torch.distributed.fsdp._runtime_utils import _lazy_init, _reset_flat_param_grad_info_if_needed
from torch.distributed.fsdp._unshard_param_utils import _unshard_fsdp_state_params
from torch.distributed.fsdp.api import FullStateDictConfig, ShardingStrategy, StateDictType
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.utils import _replace_by_prefix


def _should_unshard_params(state):
    return state.sharding_strategy != ShardingStrategy.NO_SHARD or not state._use_orig_params


def _kind(state):
    """The kind of dictionary and its options: whole ones where nothing is sharded."""
    if state.sharding_strategy == ShardingStrategy.NO_SHARD:
        return StateDictType.FULL_STATE_DICT, FullStateDictConfig()
    return state._state_dict_type, state._state_dict_config


def _enter(state, **options):
    state._unshard_params_ctx[state] = _unshard_fsdp_state_params(state, **{
        "writeback": False, "rank0_only": False, "offload_to_cpu": False, "with_grads": False, **options})
    state._unshard_params_ctx[state].__enter__()


def _exit(state):
    state._unshard_params_ctx.pop(state).__exit__(None, None, None)


def _names(state):
    for param_name, module_name in state._handle.param_module_names():
        module_name = clean_tensor_name(module_name + "." if module_name else "")
        yield module_name + param_name


@torch.no_grad()
def _pre_state_dict_hook(state, *args, **kwargs):
    kind, config = _kind(state)
    if state._device_mesh is not None and kind == StateDictType.LOCAL_STATE_DICT:
        raise RuntimeError(
            "Found state_dict_type LOCAL_STATE_DICT. DeviceMesh is not compatible with LOCAL_STATE_DICT. "
            "Please set state_dict_type to SHARDED_STATE_DICT to get DTensor state_dict.")
    torch.cuda.synchronize()
    _lazy_init(state, state)
    if state._is_root:
        _reset_flat_param_grad_info_if_needed(state._all_handles)
    if kind == StateDictType.FULL_STATE_DICT:
        if _should_unshard_params(state):
            _enter(state, offload_to_cpu=config.offload_to_cpu, rank0_only=config.rank0_only)
    elif kind == StateDictType.SHARDED_STATE_DICT and _should_unshard_params(state):
        _enter(state)


@torch.no_grad()
def _post_state_dict_hook(state, state_dict, prefix, *args):
    kind, config = _kind(state)
    _replace_by_prefix(state_dict, prefix + FSDP_PREFIX, prefix)
    if kind == StateDictType.LOCAL_STATE_DICT:
        if state._handle is not None:
            flat_param = state._handle.flat_param
            state_dict[prefix + FLAT_PARAM] = flat_param[:flat_param.numel() - flat_param._shard_numel_padded]
        return state_dict
    if not state_dict or state._handle is None:
        if state in state._unshard_params_ctx:
            _exit(state)
        return state_dict
    elsewhere = kind == StateDictType.FULL_STATE_DICT and config.rank0_only and state.rank != 0
    for name in _names(state):
        name = prefix + name
        if elsewhere:
            state_dict.pop(name, None)
        elif kind == StateDictType.FULL_STATE_DICT:
            if not getattr(state_dict[name], "_has_been_cloned", False):
                state_dict[name] = state_dict[name].detach().clone()
                state_dict[name]._has_been_cloned = True
        else:
            shard = _chunk(state, state_dict[name])
            state_dict[name] = shard.cpu() if config.offload_to_cpu else shard
    if elsewhere:
        state_dict.pop(prefix + FLAT_PARAM, None)
    if state in state._unshard_params_ctx:
        _exit(state)
    buffers, dtypes, names = [], [], []
    for clean_name, dtype in state._buffer_name_to_orig_dtype.items():
        name = prefix + clean_name
        if name not in state_dict:
            continue
        if elsewhere:
            state_dict.pop(name)
            continue
        if config.offload_to_cpu and state_dict[name].device.type != "cpu":
            state_dict[name] = state_dict[name].to("cpu")
        if clean_name not in state._ignored_buffer_names:
            buffers.append(state_dict[name])
            dtypes.append(dtype)
            names.append(name)
    if buffers and state.mixed_precision.buffer_dtype is not None:
        _cast_buffers_to_dtype_and_device(buffers, dtypes, state.compute_device)
        for name, buffer in zip(names, buffers):
            state_dict[name] = buffer.clone()
    return state_dict


def _chunk(state, param):
    """This rank's part of a whole parameter: a DTensor where there is a mesh."""
    if state._device_mesh is not None:
        mesh = state._device_mesh
        whole = [Replicate() for _ in range(mesh.ndim)]
        return DTensor.from_local(param.detach().clone(), mesh, whole, run_check=False).redistribute(placements=[*whole[:-1], Shard(0)])
    torch._C._assume("FullyShardedDataParallel: without a device_mesh a sharded state dictionary holds this rank's parts alone")
    chunks = param.chunk(state.world_size, dim=0)
    return chunks[state.rank].clone() if len(chunks) > state.rank else param.new_empty(0)


@torch.no_grad()
def _pre_load_state_dict_hook(state, state_dict, prefix, *args):
    kind, _ = _kind(state)
    _lazy_init(state, state)
    torch.cuda.synchronize()
    _replace_by_prefix(state_dict, prefix, prefix + FSDP_PREFIX)
    if kind == StateDictType.SHARDED_STATE_DICT and state._handle is not None:
        shapes = dict(zip(state._handle.flat_param._fqns, state._handle.flat_param._shapes))
        for name in _names(state):
            key = prefix + FSDP_PREFIX + name
            if key in state_dict:
                state_dict[key] = _whole(state_dict[key], shapes.get(name), state)
    if kind != StateDictType.LOCAL_STATE_DICT and _should_unshard_params(state):
        _enter(state, writeback=True)


def _whole(shard, shape, state):
    if isinstance(shard, DTensor):
        return shard.redistribute(placements=[*shard.placements[:-1], Replicate()]).to_local()
    return torch.empty(shape, dtype=shard.dtype, device=state.compute_device)


@torch.no_grad()
def _post_load_state_dict_hook(state, incompatible_keys, *args):
    if state in state._unshard_params_ctx:
        _exit(state)
    for names in incompatible_keys:
        names[:] = [clean_tensor_name(name) for name in names]


def _register_all_state_dict_hooks(state):
    state.register_state_dict_pre_hook(_pre_state_dict_hook)
    state._register_state_dict_hook(_post_state_dict_hook)
    state._register_load_state_dict_pre_hook(_pre_load_state_dict_hook, with_module=True)
    state.register_load_state_dict_post_hook(_post_load_state_dict_hook)
