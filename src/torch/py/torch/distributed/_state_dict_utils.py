"""State dictionaries of several ranks: gathered, on the host, cut into this rank's parts again."""

import torch
import torch.distributed as dist
from torch.distributed.tensor import distribute_tensor, DTensor, Replicate


def _iterate_state_dict(value, dtensor_func, *, cpu_offload=False, ranks_only=()):
    if isinstance(value, DTensor):
        ret = dtensor_func(value)
    elif isinstance(value, torch.Tensor) or value is None or isinstance(value, (int, float, str, bytes)):
        ret = value
    elif isinstance(value, dict):
        ret = {key: _iterate_state_dict(item, dtensor_func, cpu_offload=cpu_offload, ranks_only=ranks_only) for key, item in value.items()}
    elif isinstance(value, (list, tuple)):
        ret = [_iterate_state_dict(item, dtensor_func, cpu_offload=cpu_offload, ranks_only=ranks_only) for item in value]
        if isinstance(value, tuple):
            ret = tuple(ret)
    else:
        raise ValueError(f"Unexpected value type {type(value)}")
    if ranks_only and dist.get_rank() not in ranks_only:
        return {} if isinstance(ret, dict) else None
    if cpu_offload and isinstance(ret, torch.Tensor):
        ret = DTensor(ret._local_tensor.cpu(), ret._spec) if isinstance(ret, DTensor) else ret.cpu()
    return ret


def _gather_state_dict(state_dict, *, pg=None, device=None, cpu_offload=False, ranks_only=(), type_check=True):
    def whole(value):
        if value.device.type != value.device_mesh.device_type:
            value = DTensor(value._local_tensor.to(value.device_mesh.device_type), value._spec)
        value = value.redistribute(device_mesh=value.device_mesh, placements=[Replicate() for _ in value.placements])
        return value.to_local()

    return _iterate_state_dict(state_dict, whole, cpu_offload=cpu_offload, ranks_only=ranks_only)


def _offload_state_dict_to_cpu(state_dict, *, ranks_only=(), type_check=True):
    return _iterate_state_dict(state_dict, lambda value: value, cpu_offload=True, ranks_only=ranks_only)


def _distribute_state_dict(full_state_dict, local_state_dict, device, pg=None):
    for key, value in full_state_dict.items():
        if not torch.is_tensor(value):
            local_state_dict[key] = value
        elif value.dim() == 0:
            local_state_dict[key] = value.cpu()
        else:
            local_state = local_state_dict.get(key)
            if local_state is None:
                continue
            if isinstance(local_state, DTensor):
                local_state_dict[key] = distribute_tensor(value.detach().to(device), local_state.device_mesh, local_state.placements)
            else:
                local_state_dict[key] = value.detach().to(device)


def _broadcast_state_dict(full_state_dict, local_state_dict, device, pg=None, strict=False, cpu_offload=False):
    """One tensor after the other goes from the first rank to all; those that are sharded are cut there."""
    known = set(local_state_dict)
    if dist.get_rank(pg) != 0:
        torch._C._assume("broadcast_from_rank0: the first rank's dictionary is taken to hold what this rank's holds, in the same dtypes")
        full_state_dict = {key: _like(value, device) for key, value in local_state_dict.items()}
    for key, value in full_state_dict.items():
        if not torch.is_tensor(value) or value.dim() == 0:
            if key in local_state_dict:
                local_state_dict[key] = value.cpu() if torch.is_tensor(value) else value
            continue
        full_tensor = value.detach().to(device)
        dist.broadcast(full_tensor, src=0, group=pg)
        local_state = local_state_dict.get(key)
        if isinstance(local_state, DTensor):
            if local_state.is_meta:
                local_state_dict[key] = distribute_tensor(full_tensor, local_state.device_mesh, local_state.placements)
            else:
                local_state.to_local().copy_(distribute_tensor(full_tensor, local_state.device_mesh, local_state.placements).to_local())
        elif local_state is not None:
            local_state_dict[key] = full_tensor
        if cpu_offload and local_state is not None:
            local_state_dict[key] = local_state_dict[key].cpu()
        del full_tensor
    if strict:
        for key in known - set(full_state_dict):
            local_state_dict.pop(key)


def _like(value, device):
    if not torch.is_tensor(value):
        return value
    return torch.empty(value.size(), dtype=value.dtype, device="cpu" if value.dim() == 0 else device)


def _traverse_state_dict(state_dict, visitor):
    def traverse(path, value):
        if isinstance(value, dict):
            for k, v in value.items():
                traverse(path + (str(k),), v)
        elif isinstance(value, (list, tuple)):
            for i, v in enumerate(value):
                traverse(path + (i,), v)
        else:
            visitor(path, value)

    for key, value in state_dict.items():
        traverse((str(key),), value)


def _flatten_state_dict(state_dict):
    flattened, mappings = {}, {}

    def flat_copy(path, value):
        name = ".".join(map(str, path))
        if name in flattened:
            raise ValueError(f"duplicated flatten key {name}")
        flattened[name] = value
        mappings[name] = path

    _traverse_state_dict(state_dict, flat_copy)
    return flattened, mappings


def _set_element(root, path, value):
    container = root
    for key, following in zip(path, path[1:]):
        made = {} if isinstance(following, str) else []
        if isinstance(container, dict):
            container = container.setdefault(key, made)
        else:
            container.extend([None] * (key + 1 - len(container)))
            if container[key] is None:
                container[key] = made
            container = container[key]
    if isinstance(path[-1], int):
        container.extend([None] * (path[-1] + 1 - len(container)))
    container[path[-1]] = value


def _unflatten_state_dict(state_dict, mapping):
    nested = {}
    for key, value in state_dict.items():
        _set_element(nested, mapping[key], value)
    return nested
