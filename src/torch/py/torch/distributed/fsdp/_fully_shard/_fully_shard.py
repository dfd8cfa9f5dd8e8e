"""`fully_shard`, and what it makes of a module."""

import torch
from torch import nn
from torch.distributed.fsdp._fully_shard._fsdp_api import MixedPrecisionPolicy, OffloadPolicy
from torch.distributed.fsdp._fully_shard._fsdp_common import FSDPMeshInfo, init_default_mesh, post_forward_mesh_info
from torch.distributed.fsdp._fully_shard._fsdp_param_group import FSDPParamGroup
from torch.distributed.fsdp._fully_shard._fsdp_state import FSDPState
from torch.distributed.tensor import DTensor

_classes = {}


def fully_shard(module, *, mesh=None, reshard_after_forward=None, shard_placement_fn=None, mp_policy=MixedPrecisionPolicy(),
                offload_policy=OffloadPolicy(), ignored_params=None, dp_mesh_dims=None):
    roots = [module] if isinstance(module, nn.Module) else module
    for root in roots:
        if isinstance(root, (nn.ModuleList, nn.ModuleDict)) and type(root).forward is nn.Module.forward:
            raise ValueError(f"fully_shard does not support containers that do not implement forward: {root}")
    if dp_mesh_dims is not None:
        torch._C._assume("fully_shard: dp_mesh_dims is not modelled; the mesh is taken as it is")
    mesh = mesh or init_default_mesh()
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    if mesh.ndim == 2 and mesh.mesh_dim_names is None:
        raise AssertionError("Please init the 2D mesh for HSDP with mesh_dim_names specified")
    mesh_info = FSDPMeshInfo(mesh)
    device = torch.device("cuda", torch.cuda.current_device()) if mesh.device_type == "cuda" else torch.device(mesh.device_type)
    auto = reshard_after_forward is None
    after_forward = post_forward_mesh_info(True if auto else reshard_after_forward, mesh_info)
    modules = tuple(_root_modules(roots))
    managed = _managed_modules(modules)
    params, buffers = _managed_states(managed, ignored_params or set())
    for tensor in (*params, *buffers):
        if tensor.device != device and tensor.device.type != "meta":
            tensor.data = tensor.to(device)
    tensor = None
    state = FSDPState()
    state.init(modules, device, mp_policy, auto)
    if params:
        state._fsdp_param_groups.append(FSDPParamGroup(
            params, modules, mesh_info, after_forward, device, shard_placement_fn, mp_policy, offload_policy))
    for m in modules:
        cls = m.__class__
        if cls not in _classes:
            _classes[cls] = type(f"FSDP{cls.__name__}", (FSDPModule, cls), {"__deepcopy__": _no_deepcopy})
        m.__class__ = _classes[cls]
    return module


def _no_deepcopy(*args, **kwargs):
    raise AssertionError("FSDP does not support deepcopy. Please use state dict for serialization.")


def _root_modules(modules):
    """Those that are in no other of them."""
    below = {id(child) for module in modules for child in module.modules() if child is not module}
    return [module for module in modules if id(module) not in below]


def _managed_modules(roots):
    """The modules of `roots` that no earlier call has taken."""
    modules = []
    seen = set(roots)

    def visit(module):
        modules.append(module)
        for child in module.children():
            if child not in seen and "_fsdp_state" not in child.__dict__:
                seen.add(child)
                visit(child)

    for root in roots:
        visit(root)
    return modules


def _managed_states(modules, ignored):
    params, buffers = [], []
    seen = set()
    for module in modules:
        for param in module._parameters.values():
            if param is not None and param not in ignored and param not in seen:
                seen.add(param)
                params.append(param)
        for buffer in module._buffers.values():
            if buffer is not None and buffer not in seen:
                seen.add(buffer)
                buffers.append(buffer)
    return params, buffers


class UnshardHandle:
    def __init__(self, groups=()):
        self._groups = groups

    def wait(self):
        for group in self._groups:
            group.wait_for_unshard()
        self._groups = ()


class FSDPModule:
    """What `fully_shard` makes of a module."""

    def __new__(cls, *args, **kwargs):
        original = cls.__mro__[2]
        self = original.__new__(original, *args, **kwargs)
        self.__init__(*args, **kwargs)
        return self

    def _get_fsdp_state(self):
        return self.__dict__["_fsdp_state"]

    def _groups(self, recurse=False):
        modules = self.modules() if recurse else (self,)
        return [group for m in modules if isinstance(m, FSDPModule) for group in m._get_fsdp_state()._fsdp_param_groups]

    def reshard(self):
        for group in self._groups():
            group.reshard()

    def unshard(self, async_op=False):
        groups = self._groups()
        for group in groups:
            group.lazy_init()
            group.unshard(async_op=async_op)
        handle = UnshardHandle(groups)
        if async_op:
            return handle
        handle.wait()
        return None

    def set_is_last_backward(self, is_last_backward):
        self._get_fsdp_state()._state_ctx.is_last_backward = is_last_backward

    def set_requires_gradient_sync(self, requires_gradient_sync, *, recurse=True):
        for group in self._groups(recurse):
            group.reduce_grads = requires_gradient_sync
            group.all_reduce_grads = requires_gradient_sync

    def set_requires_all_reduce(self, requires_all_reduce, *, recurse=True):
        for group in self._groups(recurse):
            group.all_reduce_grads = requires_all_reduce

    def set_reshard_after_forward(self, reshard_after_forward, recurse=True):
        for m in self.modules() if recurse else (self,):
            if isinstance(m, FSDPModule):
                state = m._get_fsdp_state()
                state._auto_reshard_after_forward = False
                for group in state._fsdp_param_groups:
                    group.post_forward_mesh_info = post_forward_mesh_info(reshard_after_forward, group.mesh_info)

    def set_reshard_after_backward(self, reshard_after_backward, *, recurse=True):
        for group in self._groups(recurse):
            group.reshard_after_backward = reshard_after_backward

    def set_modules_to_forward_prefetch(self, modules):
        self._get_fsdp_state()._states_to_forward_prefetch = [m._get_fsdp_state() for m in modules]

    def set_modules_to_backward_prefetch(self, modules):
        self._get_fsdp_state()._states_to_backward_prefetch = [m._get_fsdp_state() for m in modules]

    def set_all_reduce_hook(self, hook, *, stream=None):
        for group in self._groups():
            group._all_reduce_hook = hook
            group._all_reduce_hook_stream = stream

    def set_gradient_divide_factor(self, factor):
        for group in self._groups():
            group.gradient_divide_factor = factor

    set_reduce_scatter_divide_factor = set_gradient_divide_factor

    def set_force_sum_reduction_for_comms(self, enable):
        return None

    def set_unshard_in_backward(self, unshard_in_backward):
        for group in self._groups():
            group.unshard_in_backward = unshard_in_backward

    def set_reduce_scatter_max_input_buffers(self, max_input_buffers):
        for group in self._groups():
            group.reduce_scatter_max_input_buffers = max_input_buffers

    def set_allocate_memory_from_process_group_for_comm(self, enable):
        return None

    def _set_unshard_async_op(self, async_op):
        for group in self._groups(True):
            group.unshard_async_op = async_op

    def _apply(self, *args, **kwargs):
        self.reshard()
        ret = super()._apply(*args, **kwargs)
        with torch.no_grad():
            for group in self._groups():
                for fsdp_param in group.fsdp_params:
                    fsdp_param.reset_sharded_param()
        return ret


def register_fsdp_forward_method(module, method_name):
    if not isinstance(module, FSDPModule):
        return
    orig_method = getattr(type(module), method_name)
    import functools

    @functools.wraps(orig_method)
    def wrapped(*args, **kwargs):
        state = module._get_fsdp_state()
        args, kwargs = state._pre_forward(module, args, kwargs)
        out = orig_method(module, *args, **kwargs)
        return state._post_forward(module, args, out)

    setattr(module, method_name, wrapped)


def share_comm_ctx(modules):
    return None


__all__ = ["fully_shard", "FSDPModule", "UnshardHandle", "register_fsdp_forward_method", "share_comm_ctx", "DTensor"]
