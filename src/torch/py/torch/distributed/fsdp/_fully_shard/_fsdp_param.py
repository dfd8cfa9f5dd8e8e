"""One parameter: its shard, and the whole of it while it is gathered."""

import torch
from torch import nn
from torch.distributed.fsdp._fully_shard._fsdp_api import CPUOffloadPolicy
from torch.distributed.fsdp._fully_shard._fsdp_common import (
    ShardedState, alloc_storage, chunk_with_empty, contiguous_strides, dim_chunked_size, free_storage, to_dtype_if_needed,
)
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor._dtensor_spec import DTensorSpec


class ParamModuleInfo:
    """Where a parameter is registered: in one module, and in those that share it."""

    def __init__(self, module, param_name):
        self.module = module
        self.param_name = param_name
        self.shared_modules = []
        self.shared_param_names = []


class FSDPParam:
    def __init__(self, param, module_info, mesh_info, post_forward_mesh_info, device, shard_placement_fn, mp_policy, offload_policy):
        self._module_info = module_info
        self.mesh_info = mesh_info
        self.post_forward_mesh_info = post_forward_mesh_info
        self.device = device
        self.mp_policy = mp_policy
        self.offload_to_cpu = isinstance(offload_policy, CPUOffloadPolicy)
        self.pin_memory = self.offload_to_cpu and offload_policy.pin_memory
        self._init_sharded_param(param, device, shard_placement_fn)
        if post_forward_mesh_info is not None:
            chunks = chunk_with_empty(param, post_forward_mesh_info.shard_mesh_size, dim=0)
            self.sharded_post_forward_size = dim_chunked_size(
                chunks[post_forward_mesh_info.shard_mesh_rank], param.size(), dim=self.fsdp_placement.dim)
            self.contiguous_sharded_post_forward_stride = contiguous_strides(self.sharded_post_forward_size)
        self.all_gather_outputs = []
        self.unsharded_accumulated_grad = None
        self._param_fqn = None
        module_info.module.register_load_state_dict_post_hook(lambda *args, **kwargs: self.reset_sharded_param())

    @torch.no_grad()
    def _init_sharded_param(self, param, device, shard_placement_fn):
        if param.device != device and param.device.type != "meta":
            raise AssertionError(f"Expects the parameter to already be moved to device {device} but got {param.device}")
        if not param.is_contiguous():
            raise NotImplementedError(
                f"FSDP does not support non-contiguous parameters yet: param.shape={param.shape} param.stride()={param.stride()}")
        placement = shard_placement_fn(param) if callable(shard_placement_fn) else None
        if placement is None:
            placement = Shard(0)
        elif placement.dim < 0:
            placement = Shard(placement.dim + param.ndim)
        self.fsdp_placement = placement
        shard_dim = placement.dim
        if isinstance(param, DTensor):
            # Tensor parallel parameters: what is sharded is this rank's part.
            inner = param._spec
            param_data = param._local_tensor
        else:
            inner = None
            param_data = param
        if shard_dim >= param_data.ndim:
            raise AssertionError(f"Shard dim {shard_dim} is invalid for {param_data.ndim}D tensor: {param.shape}")
        self._inner_spec = inner
        self._orig_size = param_data.size()
        self._contiguous_orig_stride = contiguous_strides(self._orig_size)
        rank, world_size = self.mesh_info.shard_mesh_rank, self.mesh_info.shard_mesh_size
        if shard_dim > 0 and param_data.size(shard_dim) % world_size != 0:
            raise NotImplementedError(
                f"FSDP does not support uneven sharding on dim {shard_dim}: {param_data.size()} (world size: {world_size})")
        replicate = () if self.mesh_info.replicate_process_group is None else (Replicate(),)
        self._sharding_spec = DTensorSpec(self.mesh_info.mesh, (*replicate, placement), param.size(), param.stride())
        chunks = chunk_with_empty(param_data, world_size, dim=shard_dim)
        sharded_param = chunks[rank]
        self.sharded_size = dim_chunked_size(sharded_param, param_data.size(), dim=shard_dim)
        self.contiguous_sharded_stride = contiguous_strides(self.sharded_size)
        self.padded_sharded_param_size = chunks[0].size()
        padded = param_data.new_zeros(self.padded_sharded_param_size)
        length = sharded_param.size(shard_dim) if sharded_param.numel() > 0 else 0
        if length > 0:
            padded.narrow(dim=shard_dim, start=0, length=length).copy_(sharded_param)
        if self.offload_to_cpu and not padded.is_meta:
            padded = padded.cpu()
            if self.pin_memory:
                padded = padded.pin_memory()
        self._sharded_param_data = padded.view(-1)
        sharded_param = padded.narrow(dim=shard_dim, start=0, length=length)
        self.sharded_param = nn.Parameter(self.to_sharded_dtensor(sharded_param), requires_grad=param.requires_grad)
        self._setattr_on_modules(self.sharded_param)
        self.sharded_state = ShardedState.SHARDED

    def init_dtype_attrs(self, mp_policy):
        param_dtype, reduce_dtype = mp_policy.param_dtype, mp_policy.reduce_dtype
        self.orig_dtype = self.sharded_param.dtype
        if reduce_dtype == param_dtype:
            reduce_dtype = None
        if param_dtype == self.orig_dtype or not self.orig_dtype.is_floating_point:
            param_dtype = None
        self.param_dtype = param_dtype
        self.reduce_dtype = reduce_dtype

    def init_all_gather_outputs(self, numels, dtypes, world_size, device):
        if len(self.all_gather_outputs) > 0:
            return
        self.all_gather_outputs = [
            torch.empty(torch.Size([numel * world_size]), dtype=dtype, device=device) for numel, dtype in zip(numels, dtypes)]

    def init_unsharded_param(self):
        if hasattr(self, "_unsharded_param"):
            return
        unsharded = torch.as_strided(self.all_gather_outputs[0], self._orig_size, self._contiguous_orig_stride, storage_offset=0)
        if self._inner_spec is not None:
            unsharded = DTensor(unsharded, self._inner_spec)
        self._unsharded_param = nn.Parameter(unsharded, requires_grad=self.sharded_param.requires_grad)

    def to_sharded(self):
        self._setattr_on_modules(self.sharded_param)
        self.free_unsharded_param()
        self.sharded_state = ShardedState.SHARDED

    def to_sharded_post_forward(self):
        info = self.post_forward_mesh_info
        gathered = self.all_gather_outputs[0]
        numel = gathered.numel() // info.shard_mesh_size
        self._sharded_post_forward_param_data = gathered.narrow(0, numel * info.shard_mesh_rank, numel).clone()
        tensor = torch.as_strided(
            self._sharded_post_forward_param_data, size=self.sharded_post_forward_size,
            stride=self.contiguous_sharded_post_forward_stride, storage_offset=0)
        spec = DTensorSpec(info.mesh, (Replicate(), Shard(0)), self._sharding_spec.shape, self._sharding_spec.stride)
        self._sharded_post_forward_param = nn.Parameter(DTensor(tensor, spec), requires_grad=self.sharded_param.requires_grad)
        self._setattr_on_modules(self._sharded_post_forward_param)
        self.free_unsharded_param()
        self.sharded_state = ShardedState.SHARDED_POST_FORWARD

    def to_unsharded(self):
        if self.sharded_param.requires_grad != self._unsharded_param.requires_grad:
            self._unsharded_param.requires_grad_(self.sharded_param.requires_grad)
        self._setattr_on_modules(self._unsharded_param)
        if self.sharded_state == ShardedState.SHARDED_POST_FORWARD:
            self._sharded_post_forward_param = None
            self._sharded_post_forward_param_data = None
        self.sharded_state = ShardedState.UNSHARDED

    def _setattr_on_modules(self, param):
        info = self._module_info
        _set_param(info.module, info.param_name, param)
        for module, name in zip(info.shared_modules, info.shared_param_names):
            _set_param(module, name, param)

    def to_sharded_dtensor(self, tensor):
        return DTensor(tensor, self._sharding_spec)

    def to_accumulated_grad_if_needed(self):
        if (self.reduce_dtype is None or self._unsharded_param.grad is None
                or self._unsharded_param.grad.dtype == self.reduce_dtype):
            return
        unsharded_grad = self._unsharded_param.grad
        self._unsharded_param.grad = None
        self.unsharded_accumulated_grad = unsharded_grad.to(self.reduce_dtype)

    def accumulate_unsharded_grad_if_needed(self):
        if self.unsharded_accumulated_grad is not None and self._unsharded_param.grad is not None:
            self.unsharded_accumulated_grad += self._unsharded_param.grad
            self._unsharded_param.grad = None

    def alloc_all_gather_outputs(self):
        for tensor in self.all_gather_outputs:
            alloc_storage(tensor)

    def free_unsharded_param(self):
        for tensor in self.all_gather_outputs:
            free_storage(tensor)

    @property
    def all_gather_inputs(self):
        if self.sharded_state == ShardedState.SHARDED:
            data = self._sharded_param_data
            if self.offload_to_cpu:
                data = data.to(self.device, non_blocking=True)
            return [to_dtype_if_needed(data, self.param_dtype)]
        return [to_dtype_if_needed(self._sharded_post_forward_param_data, self.param_dtype)]

    def reset_sharded_param(self):
        info = self._module_info
        param = getattr(info.module, info.param_name)
        if not isinstance(param, DTensor):
            return
        self.sharded_param = param
        local = param._local_tensor
        if local.is_meta:
            return
        same = self._sharded_param_data.untyped_storage()._cdata == local.untyped_storage()._cdata
        dim = self.fsdp_placement.dim
        length = local.size(dim) if local.numel() > 0 else 0
        updated = False
        if local.size() != self.padded_sharded_param_size and not same:
            padded = local.new_zeros(self.padded_sharded_param_size)
            padded.narrow(dim=dim, start=0, length=length).copy_(local)
            local = padded
            updated = True
        if self.pin_memory and not local.is_pinned():
            local = local.cpu().pin_memory()
            updated = True
        if not same:
            self._sharded_param_data = local.view(-1)
        if updated:
            param._local_tensor = local.narrow(dim=dim, start=0, length=length)
        self._sharding_spec = param._spec


def _set_param(module, name, param):
    if getattr(module.__setattr__, "__func__", None) is nn.Module.__setattr__:
        module._parameters[name] = param
    else:
        setattr(module, name, param)
