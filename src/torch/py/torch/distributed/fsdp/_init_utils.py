"""How a wrapper of the first FSDP starts: its groups, the parameters it takes, their device."""

import collections
import itertools
import os
import warnings

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp._common_utils import (
    TrainingState, _FSDPState, _is_fsdp_flattened, _override_module_mixed_precision, clean_tensor_name,
)
from torch.distributed.fsdp._exec_order_utils import _ExecOrderData, _FreeEventQueue
from torch.distributed.fsdp._flat_param import FlatParamHandle, HandleShardingStrategy
from torch.distributed.fsdp.api import (
    CPUOffload, FullOptimStateDictConfig, FullStateDictConfig, MixedPrecision, ShardingStrategy, StateDictType,
)
from torch.distributed.fsdp.wrap import (
    _construct_wrap_fn, _or_policy, _Policy, _post_order_apply, _recursive_wrap, _run_mixed_precision_override_policy,
    _wrap_module_cls_individually,
)
from torch.distributed.utils import _sync_params_and_buffers

PARAM_BROADCAST_BUCKET_SIZE = 250 * 1024 * 1024
HYBRID_SHARDING_STRATEGIES = (ShardingStrategy.HYBRID_SHARD, ShardingStrategy._HYBRID_SHARD_ZERO2)


def _gradient_predivide_factor(world_size):
    """About the root of the number of ranks (`DefaultState._get_gradient_predivide_factor`)."""
    factor = 1
    while world_size % factor == 0 and world_size / factor > factor:
        factor *= 2
    return float(factor)


def _init_process_group_state(state, process_group, sharding_strategy, policy, device_mesh):
    if process_group is not None and device_mesh is not None:
        raise ValueError("Cannot pass both process_group and device_mesh at the same time. Please just pass only one of them.")
    is_hybrid = sharding_strategy in HYBRID_SHARDING_STRATEGIES
    if is_hybrid:
        if process_group is None and policy is None and device_mesh is None:
            raise ValueError(
                f"Manual wrapping with {sharding_strategy} requires explicit specification of process group or device_mesh.")
        state.process_group, state._inter_node_pg = _hybrid_groups(process_group, device_mesh)
    elif device_mesh is not None:
        state.process_group = device_mesh.get_group(mesh_dim=0)
    else:
        state.process_group = process_group if process_group is not None else _default_group()
    state.rank = state.process_group.rank()
    state.world_size = state.process_group.size()
    ranks = state.world_size * (state._inter_node_pg.size() if is_hybrid else 1)
    state._gradient_predivide_factor = _gradient_predivide_factor(ranks)
    state._gradient_postdivide_factor = ranks / state._gradient_predivide_factor


def _default_group():
    if not dist.is_initialized():
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return dist.group.WORLD


def _hybrid_groups(process_group, device_mesh):
    """The ranks of this node, which shard, and those at its place in the other nodes, which replicate."""
    if device_mesh is not None:
        if not isinstance(device_mesh, DeviceMesh) or device_mesh.ndim != 2:
            raise ValueError(f"Expected device_mesh to have ndim=2 but got {device_mesh.ndim}")
        return device_mesh.get_group(mesh_dim=1), device_mesh.get_group(mesh_dim=0)
    if process_group is None:
        world, devices = _default_group(), int(os.environ.get("LOCAL_WORLD_SIZE", torch.cuda.device_count()))
        if devices < world.size():
            torch._C._assume(
                f"FullyShardedDataParallel: hybrid sharding over the devices of one machine, taken to be {devices}; LOCAL_WORLD_SIZE tells it")
        intra, _ = dist.new_subgroups(devices)
        mine = world.rank() % devices
        return intra, dist.new_group([mine + i * devices for i in range(world.size() // devices)])
    if isinstance(process_group, tuple) and len(process_group) == 2 and all(isinstance(pg, dist.ProcessGroup) for pg in process_group):
        return process_group
    raise ValueError(
        "Expected process_group to be passed in as either None or Tuple[dist.ProcessGroup, dist.ProcessGroup] "
        f"but got {type(process_group)}")


def _init_ignored_module_states(state, module, ignored_modules, ignored_states):
    if ignored_modules is not None and ignored_states is not None:
        raise ValueError("Cannot pass both ignored_modules and ignored_states at the same time. Please just pass ignored_states.")
    ignored_parameters = ()
    if ignored_states is not None:
        ignored = list(ignored_states)
        parameters = all(isinstance(each, nn.Parameter) for each in ignored)
        if not parameters and not all(isinstance(each, nn.Module) for each in ignored):
            types = sorted({type(each) for each in ignored}, key=repr)
            raise ValueError(f"ignored_states expects all nn.Parameter or all nn.Module list elements but got types {types}")
        if parameters:
            ignored_parameters = ignored
        else:
            ignored_modules = ignored
    roots = set(ignored_modules or ())
    for each in roots:
        if not isinstance(each, nn.Module):
            raise ValueError(f"ignored_modules expects nn.Module list elements but got types {sorted({type(m) for m in roots}, key=repr)}")
        if isinstance(each, _FSDPState):
            raise ValueError("`ignored_modules` should not include FSDP modules")
    below = [m for m in module.modules() if isinstance(m, _FSDPState)]
    state._ignored_modules = {child for root in roots for child in root.modules() if not isinstance(child, _FSDPState)}
    state._ignored_modules.update(*(s._ignored_modules for s in below))
    state._ignored_params = {p for m in state._ignored_modules for p in m.parameters() if not _is_fsdp_flattened(p)}
    state._ignored_params.update(p for p in ignored_parameters if not _is_fsdp_flattened(p))
    state._ignored_params.update(*(s._ignored_params for s in below))
    buffers = {b for m in state._ignored_modules for b in m.buffers()}
    state._ignored_buffer_names = {clean_tensor_name(name) for name, b in module.named_buffers() if b in buffers}
    state._ignored_buffer_names.update(*(s._ignored_buffer_names for s in below))


def _init_core_state(state, module, sharding_strategy, mixed_precision, cpu_offload, limit_all_gathers, use_orig_params, backward_prefetch,
                     forward_prefetch):
    if state.world_size == 1:
        if sharding_strategy != ShardingStrategy.NO_SHARD:
            warnings.warn(
                f"FSDP is switching to use `NO_SHARD` instead of {sharding_strategy or ShardingStrategy.FULL_SHARD} since the world size is 1.",
                stacklevel=2)
        sharding_strategy = ShardingStrategy.NO_SHARD
    elif sharding_strategy == ShardingStrategy.NO_SHARD:
        warnings.warn(
            "The `NO_SHARD` sharding strategy is deprecated. If having issues, please use `DistributedDataParallel` instead.",
            FutureWarning, stacklevel=3)
    state.sharding_strategy = sharding_strategy or ShardingStrategy.FULL_SHARD
    state.mixed_precision = mixed_precision or MixedPrecision()
    state.cpu_offload = cpu_offload or CPUOffload()
    state.limit_all_gathers = limit_all_gathers
    state._use_orig_params = use_orig_params
    state.training_state = TrainingState.IDLE
    state._is_root = None
    state._free_event_queue = _FreeEventQueue()
    state._exec_order_data = _ExecOrderData()
    state._handle = None
    state._all_fsdp_states = []
    state._all_handles = []
    state._sync_gradients = True
    state._comm_hook = state._comm_hook_state = None
    state._post_backward_callback_queued = False
    state.backward_prefetch = backward_prefetch
    state.forward_prefetch = forward_prefetch
    state._buffer_name_to_orig_dtype = {clean_tensor_name(name): buffer.dtype for name, buffer in module.named_buffers()}
    state._state_dict_type = StateDictType.FULL_STATE_DICT
    state._state_dict_config = FullStateDictConfig()
    state._optim_state_dict_config = FullOptimStateDictConfig()
    state._unshard_params_ctx = {}


def _init_param_handle_from_module(state, module, device_id, param_init_fn, sync_module_states):
    """Brings the module's own parameters to the device and makes the flat one of them."""
    devices = {p.device for p in _get_orig_params(module, state._ignored_params)}
    if len(devices) == 2 and torch.device("cpu") in devices:
        if device_id is None:
            raise RuntimeError("To support a module with both CPU and GPU params, please pass in device_id argument.")
    elif len(devices) > 1:
        raise RuntimeError(f"FSDP only supports single device modules but got params on {devices}")
    device = _get_device(device_id)
    on_meta = any(p.is_meta for p in _get_orig_params(module, state._ignored_params)) or any(
        b.is_meta for m in module.modules() if m not in state._ignored_modules for b in m.buffers(recurse=False))
    if on_meta:
        _materialize(module, param_init_fn, state._ignored_modules, device)
    _move_module_to_device(module, state, device)
    param = next(_get_orig_params(module, state._ignored_params), None)
    state.compute_device = (
        param.device if param is not None and param.device.type != "cpu" else torch.device("cuda", torch.cuda.current_device()))
    if device is not None and state.compute_device != device:
        raise ValueError(f"Inconsistent compute device and `device_id` on rank {state.rank}: {state.compute_device} vs {device}")
    managed_params = list(_get_orig_params(module, state._ignored_params))
    for param in managed_params:
        if len(param.shape) == 0:
            name = next(name for name, p in module.named_parameters() if p is param)
            raise ValueError(f"FSDP doesn't support scalar parameters. Change {name} to a 1D tensor with numel equal to 1.")
    if sync_module_states:
        _sync_module_states(state, module, managed_params)
    _init_param_handle_from_params(state, managed_params, module)


def _init_param_handle_from_params(state, params, module):
    if len(params) == 0:
        return
    precision = state.mixed_precision
    handle = FlatParamHandle(
        params, module, state.compute_device, HandleShardingStrategy[state.sharding_strategy.name], state.cpu_offload.offload_params,
        precision.param_dtype, precision.reduce_dtype, precision.keep_low_precision_grads, state.process_group, state._use_orig_params)
    handle.shard()
    state._handle = handle
    if state.cpu_offload.offload_params and handle.flat_param.device != torch.device("cpu"):
        handle.flat_param_to(torch.device("cpu"))


def _get_orig_params(module, ignored_params):
    for param in module.parameters():
        if param not in ignored_params and not _is_fsdp_flattened(param):
            yield param


def _get_device(device_id):
    if device_id is None:
        return None
    device = device_id if isinstance(device_id, torch.device) else torch.device(device_id)
    if device.type != "cpu" and device.index is None:
        device = torch.device(device.type, torch.cuda.current_device())
    return device


def _materialize(root_module, param_init_fn, ignored_modules, device):
    modules, queue, visited = [], collections.deque([root_module]), {root_module}
    while queue:
        module = queue.popleft()
        modules.append(module)
        for child in module.children():
            if child not in visited and not isinstance(child, _FSDPState) and child not in ignored_modules:
                visited.add(child)
                queue.append(child)
    if param_init_fn is not None:
        if not callable(param_init_fn):
            raise ValueError(f"Expected {param_init_fn} to be callable but got {type(param_init_fn)}")
        for module in modules:
            param_init_fn(module)
        return
    device = device or torch.device("cuda", torch.cuda.current_device())
    with torch.no_grad():
        for module in modules:
            if any(True for _ in itertools.chain(module.parameters(recurse=False), module.buffers(recurse=False))):
                module.to_empty(device=device, recurse=False)
                module.reset_parameters()


def _move_module_to_device(root_module, state, device):
    if device is None:
        return
    cpu, queue = torch.device("cpu"), collections.deque([root_module])
    ignored_buffers = {b for m in state._ignored_modules for b in m.buffers()}
    params, buffers = [], []
    while queue:
        module = queue.popleft()
        params += [p for p in module.parameters(recurse=False) if p.device == cpu and p not in state._ignored_params]
        buffers += [b for b in module.buffers(recurse=False) if b.device == cpu and b not in ignored_buffers]
        queue.extend(child for child in module.children() if not isinstance(child, _FSDPState))
    for param in params:
        with torch.no_grad():
            param.data = param.to(device)
            if param.grad is not None:
                param.grad.data = param.grad.to(device)
    for buffer in buffers:
        buffer.data = buffer.to(device)


def _sync_module_states(state, module, params):
    hybrid = state.sharding_strategy in HYBRID_SHARDING_STRATEGIES
    for group in ((state._inter_node_pg, state.process_group) if hybrid else (state.process_group,)):
        states = []
        for buffer in module.buffers():
            if getattr(buffer, "_fsdp_synced", None) is not group:
                buffer._fsdp_synced = group
                states.append(buffer.detach())
        states += [p.detach() for p in params]
        if any(t.device == torch.device("cpu") for t in states):
            raise ValueError(
                "The module has CPU parameters or buffers when `sync_module_states=True`, which requires them to be on GPU. "
                "Please specify the `device_id` argument or move the module to GPU before passing it to FSDP.")
        _sync_params_and_buffers(group, states, PARAM_BROADCAST_BUCKET_SIZE, src=0)


# ---- wrapping


def _auto_wrap(root_module, policy, ignored_modules, ignored_params, root_kwargs, fsdp_fn):
    for name, module in root_module.named_modules():
        if isinstance(module, _FSDPState):
            raise ValueError(f"FSDP auto wrapping requires modules to not already have FSDP applied but found {name} in\n{root_module}")
    mixed_precision = root_kwargs["mixed_precision"]
    in_float = () if mixed_precision is None else mixed_precision._module_classes_to_ignore
    if isinstance(policy, _Policy):
        root_kwargs["auto_wrap_policy"] = None
        chosen = policy._run_policy(root_module, ignored_modules, root_kwargs)
        if mixed_precision is not None:
            chosen = _run_mixed_precision_override_policy(root_module, in_float, ignored_modules, root_kwargs, chosen)
            _warn_of_float(_override_module_mixed_precision(root_module, in_float))
        _validate_frozen_params(root_module, set(chosen), ignored_params, root_kwargs.get("use_orig_params", False))
        _post_order_apply(root_module, _construct_wrap_fn(root_module, chosen, fsdp_fn))
        return
    if mixed_precision is not None:
        _warn_of_float(_override_module_mixed_precision(root_module, in_float))
        given = policy

        def policy(**kwargs):
            return _or_policy(**kwargs, policies=[
                given, lambda **kwargs: _wrap_module_cls_individually(module_classes=in_float, **kwargs)])

    _recursive_wrap(
        module=root_module, auto_wrap_policy=policy, wrapper_cls=fsdp_fn, ignored_modules=ignored_modules, ignored_params=ignored_params,
        only_wrap_children=True, **root_kwargs)


def _warn_of_float(classes):
    if classes:
        warnings.warn(
            "Both mixed precision and an auto_wrap_policy were specified to FSDP, where the wrapped module has submodules of type:\n"
            f"{classes}\nThese modules will be wrapped as separate FSDP instances with mixed precision disabled.", stacklevel=2)


def _validate_frozen_params(root_module, modules_to_wrap, ignored_params, use_orig_params):
    """Refuses flat parameters of which a part is frozen."""
    visited = set()
    for module_name, module in _post_order(root_module):
        if module not in modules_to_wrap:
            continue
        frozen, trained, frozen_numel, trained_numel = [], [], 0, 0
        for fqn, param in _managed_params(module, ignored_params, visited, module_name):
            if param.requires_grad:
                trained.append(fqn)
                trained_numel += param.numel()
            else:
                frozen.append(fqn)
                frozen_numel += param.numel()
        if not frozen or not trained:
            continue
        message = f"{module_name} has both parameters with requires_grad=True and False."
        if use_orig_params:
            message += (
                " We do not recommend wrapping such modules since the gradient memory usage will be higher than expected "
                f"({frozen_numel + trained_numel} numel instead of {trained_numel} numel before sharding via reduce-scatter). ")
        else:
            message += " FSDP does not support wrapping such modules when use_orig_params=False. "
        message += (
            "If possible, wrap the frozen parameters with FSDP separately.\n"
            f"The following parameters have requires_grad=True:\n{trained}\nThe following parameters have requires_grad=False:\n{frozen}")
        if not use_orig_params:
            raise ValueError(message)
        warnings.warn(message, stacklevel=2)


def _post_order(root_module):
    visited, stack, found = {root_module}, [("", root_module)], []
    while stack:
        name, module = stack.pop()
        found.append((name, module))
        for child_name, child in module.named_children():
            if child not in visited:
                visited.add(child)
                stack.append((name + "." + child_name if name else child_name, child))
    return reversed(found)


def _managed_params(root, ignored_params, visited, root_name):
    queue = collections.deque([(root, root_name)])
    visited.add(root)
    while queue:
        module, prefix = queue.popleft()
        for name, param in module.named_parameters(recurse=False):
            if param not in ignored_params:
                yield (prefix + "." + name if prefix else name), param
        for name, child in module.named_children():
            if child not in visited:
                visited.add(child)
                queue.append((child, prefix + "." + name if prefix else name))


def _check_orig_params_flattened(state):
    for name, param in state.named_parameters(remove_duplicate=False):
        if param not in state._ignored_params and not _is_fsdp_flattened(param):
            raise RuntimeError(f"Found an unflattened parameter: {name}; {param.size()} {param.__class__}")


def _hybrid_kwargs(state, sharding_strategy, device_mesh):
    """What wrappers below a hybrid one are given, so that they share its groups."""
    if sharding_strategy in HYBRID_SHARDING_STRATEGIES and device_mesh is None:
        return {"process_group": (state.process_group, state._inter_node_pg)}
    return {}
