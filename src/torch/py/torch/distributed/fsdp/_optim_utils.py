"""An optimizer's state under the names of the original parameters, and back (torch/distributed/fsdp/_optim_utils.py)."""

import copy

import torch
import torch.distributed as dist
from torch.distributed._state_dict_utils import _gather_state_dict
from torch.distributed.fsdp._common_utils import clean_tensor_name
from torch.distributed.fsdp._flat_param import FlatParamHandle
from torch.distributed.fsdp._runtime_utils import _reset_flat_param_grad_info_if_needed
from torch.distributed.fsdp._state_dict_utils import _chunk
from torch.distributed.fsdp.api import ShardingStrategy, StateDictType


def _is_whole(state):
    return state.world_size == 1 or state.sharding_strategy == ShardingStrategy.NO_SHARD


def _is_part(value):
    return torch.is_tensor(value) and value.dim() > 0


class _Names:
    """Of each parameter that an optimizer may hold: the original names, and the FSDP state that manages it (None for the rest)."""

    def __init__(self, model, states):
        self.of = {}
        managed = {}
        for name, module in model.named_modules():
            if module in states and module._handle is not None:
                prefix = clean_tensor_name(name + ".") if name else ""
                flat_param = module._handle.flat_param
                names = [prefix + clean_tensor_name(fqn) for fqn in flat_param._fqns]
                if flat_param._params is None:
                    self.of[flat_param] = (names, module)
                else:
                    for param, fqn in zip(flat_param._params, names):
                        managed[param] = ([fqn], module)
        for name, param in model.named_parameters():
            if param not in self.of:
                self.of[param] = managed.get(param) or ([clean_tensor_name(name)], None)


def _options(states):
    """Whether dictionaries are sharded, lie on the host, and are the first rank's alone."""
    state = states[0]
    config = state._optim_state_dict_config
    return (state._state_dict_type == StateDictType.SHARDED_STATE_DICT, getattr(config, "offload_to_cpu", True),
            getattr(config, "rank0_only", False))


@torch.no_grad()
def _optim_state_dict(model, optim, states, optim_state_dict, group=None):
    shard_state, cpu_offload, rank0_only = _options(states)
    _reset_flat_param_grad_info_if_needed([state._handle for state in states if state._handle is not None])
    to_save = not rank0_only or dist.get_rank(group) == 0 or shard_state
    names = _Names(model, states)
    params = [param for one in optim.param_groups for param in one["params"]]
    found, originals = {}, {}
    for number, param in enumerate(params):
        fqns, state = names.of[param]
        own = optim_state_dict["state"].get(number, {})
        if state is None:
            if to_save and own:
                found[fqns[0]] = {key: value.cpu() if cpu_offload and torch.is_tensor(value) else value for key, value in sorted(own.items())}
        elif state._handle.flat_param._params is not None:
            originals.setdefault(state, {})[fqns[0]] = own
        elif own:
            found.update(zip(fqns, _unflatten(state, own, to_save, shard_state, cpu_offload)))
    for state, own in originals.items():
        found.update(_gather_originals(state, own, to_save, shard_state, cpu_offload))
    if not to_save:
        return {}
    groups, start = [], 0
    for one in optim_state_dict["param_groups"]:
        mine = params[start:start + len(one["params"])]
        start += len(mine)
        groups.append({**one, "params": [fqn for param in mine for fqn in names.of[param][0]]})
    return {"state": found, "param_groups": groups}


def _unflatten(state, flat_state, to_save, shard_state, cpu_offload):
    """A flat parameter's state: each tensor of all ranks is gathered, then all are cut into the original parameters'."""
    handle = state._handle
    tensors, others = {}, {}
    for name, value in sorted(flat_state.items()):
        if not _is_part(value):
            others[name] = value.detach().clone() if torch.is_tensor(value) else value
        elif _is_whole(state):
            tensors[name] = value
        else:
            if value.device.type != state.compute_device.type:
                value = value.to(state.compute_device)
            buffer = value.new_zeros(handle.flat_param._padded_unsharded_size)
            dist.all_gather_into_tensor(buffer, value, group=state.process_group)
            tensors[name] = buffer[:handle.flat_param._unpadded_unsharded_size.numel()]
            del buffer, value
    if not to_save:
        return []
    result = []
    views = {name: iter(handle._get_unflat_views(value)) for name, value in tensors.items()}
    for _ in handle.flat_param._fqns:
        one = {}
        for name in tensors:
            view = next(views[name])
            one[name] = _chunk(state, view) if shard_state else view
        one.update(others)
        result.append(one)
    if cpu_offload:
        for one in result:
            for key, value in one.items():
                one[key] = _on_host(value)
    return result


def _on_host(value):
    if not torch.is_tensor(value):
        return value
    return type(value)(value._local_tensor.cpu(), value._spec) if hasattr(value, "_spec") else value.cpu()


def _gather_originals(state, own, to_save, shard_state, cpu_offload):
    """With `use_orig_params`: the parts of all parameters are gathered at once, one name of the state after the other."""
    if _is_whole(state):
        return dict(own) if to_save else {}
    torch._C._assume("FullyShardedDataParallel: other ranks' optimizers are taken to hold states as this one's does")
    flat_param = state._handle.flat_param
    result = {fqn: {key: value for key, value in values.items() if not _is_part(value)} for fqn, values in own.items()}
    parts = [value for values in own.values() for value in values.values() if _is_part(value)]
    if not parts:
        return result
    common = next(others for others in result.values() if others)
    gathered = torch.empty(flat_param._padded_unsharded_size, dtype=parts[0].dtype, device=state.compute_device)
    names = sorted({key for values in own.values() for key, value in values.items() if _is_part(value)})
    buffers = {name: [values[name].to(state.compute_device) if name in values else None for values in own.values()] for name in names}
    for name in names:
        local = _local_parts(state, buffers[name], gathered)
        dist.all_gather_into_tensor(gathered, torch.cat(local), group=state.process_group)
        del local
        views = state._handle._get_unflat_views(gathered[:flat_param._unpadded_unsharded_size.numel()])
        for fqn, shape, value in zip(own, flat_param._shapes, views):
            if not to_save:
                continue
            value = value.reshape(shape)
            if shard_state:
                value = _chunk(state, value)
            elif not cpu_offload:
                value = value.detach().clone()
            result[fqn][name] = _on_host(value) if cpu_offload else value
        del views
    for values in result.values():
        for key, value in common.items():
            values.setdefault(key, value)
    return result if to_save else {}


def _local_parts(state, values, gathered):
    """This rank's part of the flat parameter's state, with what pads it."""
    flat_param = state._handle.flat_param
    length = flat_param._sharded_size.numel()
    begin = state.rank * length
    local, offset, values = [], 0, iter(values)
    for numel, is_padding in zip(flat_param._numels_with_padding, flat_param._is_padding_mask):
        if is_padding:
            within = min(begin + length, offset + numel) - max(begin, offset)
            if within > 0:
                local.append(gathered.new_empty(within))
        else:
            value = next(values)
            if value is not None:
                local.append(value)
        offset += numel
    missing = length - sum(part.numel() for part in local)
    if missing > 0:
        local.append(gathered.new_empty(missing))
    return local


@torch.no_grad()
def _optim_state_dict_to_load(model, optim, states, optim_state_dict, group=None):
    """This rank's part of a dictionary, under the numbers that the optimizer knows; it lies on the host until it is loaded."""
    _, _, rank0_only = _options(states)
    names = _Names(model, states)
    numbers = {param: i for i, param in enumerate(param for one in optim.param_groups for param in one["params"])}
    if rank0_only and dist.get_rank(group) > 0:
        torch._C._assume("FullyShardedDataParallel: the first rank's dictionary is taken to hold what this rank's optimizer has")
        return optim.state_dict()
    given = optim_state_dict["state"]
    found = {}
    for param, (fqns, state) in names.of.items():
        if fqns[0] not in given or param not in numbers:
            continue
        if rank0_only:
            for fqn in fqns:
                for key, value in given[fqn].items():
                    if _is_part(value):
                        given[fqn][key] = value.to(states[0].compute_device)
        if state is None:
            own = copy.copy(given[fqns[0]])
        elif state._handle.flat_param._params is not None:
            own = _shard_original(state, fqns[0], param, given[fqns[0]])
        else:
            own = _flatten(state, [given.get(fqn) for fqn in fqns])
        if own:
            found[numbers[param]] = own
        if rank0_only:
            for fqn in fqns:
                for key, value in given[fqn].items():
                    given[fqn][key] = value.cpu() if torch.is_tensor(value) else value
    groups = []
    by_name = {fqn: numbers[param] for param, (fqns, _) in names.of.items() if param in numbers for fqn in fqns}
    for one in optim_state_dict["param_groups"]:
        one = copy.deepcopy(one)
        one["params"] = sorted({by_name[fqn] for fqn in one["params"]})
        groups.append(one)
    return {"state": found, "param_groups": groups}


def _flatten(state, unflat):
    handle = state._handle
    unflat = [None if one is None else _gather_state_dict(one, pg=state.process_group, device=state.compute_device) for one in unflat]
    first = next(one for one in unflat if one is not None)
    flat = {}
    for name, like in first.items():
        if not _is_part(like):
            flat[name] = like
            continue
        tensors = [
            torch.flatten(torch.zeros(shape, dtype=like.dtype) if one is None else one[name].to(torch.device("cpu")))
            for one, shape in zip(unflat, handle.flat_param._shapes)]
        whole = torch.cat(tensors)
        flat[name] = whole if _is_whole(state) else FlatParamHandle._get_shard(whole, state.rank, state.world_size)[0]
    return flat


def _shard_original(state, fqn, param, values):
    values = _gather_state_dict(values, pg=state.process_group, device=state.compute_device)
    flat_param = state._handle.flat_param
    info = flat_param._shard_param_infos[next(i for i, one in enumerate(flat_param._params) if one is param)]
    if not info.in_shard:
        return {}
    return {
        key: value.flatten()[info.intra_param_start_idx:info.intra_param_end_idx + 1].clone() if _is_part(value) and not _is_whole(state) else value
        for key, value in values.items()}
