"""Distributed tensors: each is its part on this rank; only what it says of its shape is the whole's.

Operators work on the part, as PyTorch's dispatch does where no communication is needed."""

import torch
from torch import nn
from torch.distributed import _functional_collectives as funcol
from torch.distributed.device_mesh import DeviceMesh, _mesh_resources
from torch.distributed.tensor._dtensor_spec import DTensorSpec
from torch.distributed.tensor.placement_types import Partial, Replicate, Shard


class DTensor(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl
    _only_with_its_kind = True  # read by the foreach operators

    @staticmethod
    def __new__(cls, local_tensor, spec, *, requires_grad=None):
        if requires_grad is None:
            requires_grad = local_tensor.requires_grad
        t = torch.Tensor._make_subclass(cls, local_tensor, requires_grad)
        t._spec = spec
        return t

    def __init__(self, *args, **kwargs):
        super().__init__()

    @property
    def _local_tensor(self):
        return torch.Tensor._make_subclass(torch.Tensor, self)

    @_local_tensor.setter
    def _local_tensor(self, local):
        self.data = local

    @property
    def device_mesh(self):
        return self._spec.mesh

    @property
    def placements(self):
        return self._spec.placements

    @property
    def shape(self):
        return torch.Size(self._spec.shape)

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def numel(self):
        return self.shape.numel()

    nelement = numel

    def __len__(self):
        return self.shape[0]

    def detach(self):
        return DTensor(torch.Tensor.detach(self), self._spec, requires_grad=False)

    def to_local(self, *, grad_placements=None):
        return _ToLocal.apply(self) if self.requires_grad and torch.is_grad_enabled() else self._local_tensor

    @staticmethod
    def from_local(local_tensor, device_mesh=None, placements=None, *, run_check=False, shape=None, stride=None, grad_placements=None):
        device_mesh = device_mesh or _mesh_resources.get_current_mesh()
        placements = tuple(placements) if placements is not None else (Replicate(),) * device_mesh.ndim
        if shape is None:
            shape = list(local_tensor.size())
            for i, placement in enumerate(placements):
                if isinstance(placement, Shard):
                    shape[placement.dim] *= device_mesh.size(i)
        return DTensor(local_tensor, DTensorSpec(device_mesh, placements, torch.Size(shape)))

    def full_tensor(self, *, grad_placements=None):
        return self.redistribute(placements=[Replicate()] * self.device_mesh.ndim).to_local()

    def redistribute(self, device_mesh=None, placements=None, *, async_op=False, forward_dtype=None, backward_dtype=None):
        mesh = self.device_mesh
        local = self._local_tensor
        for i, (before, after) in enumerate(zip(self.placements, placements)):
            if before == after:
                continue
            group, size, rank = mesh.get_group(i), mesh.size(i), mesh.get_local_rank(i)
            if isinstance(before, Shard) and after.is_replicate():
                whole = self.shape[before.dim]
                local = _padded(local, before.dim, -(-whole // size))
                local = funcol.all_gather_tensor(local, before.dim, group)
                if local.size(before.dim) != whole:
                    local = local.narrow(before.dim, 0, whole)
            elif before.is_partial() and after.is_replicate():
                local = funcol.all_reduce(local, before.reduce_op, group)
            elif before.is_partial() and isinstance(after, Shard):
                local = funcol.reduce_scatter_tensor(local, before.reduce_op, after.dim, group)
            elif before.is_replicate() and isinstance(after, Shard):
                chunks = local.chunk(size, after.dim)
                local = chunks[rank].clone() if rank < len(chunks) else local.narrow(after.dim, 0, 0)
            else:
                return torch._C._unknown(f"DTensor.redistribute: from {before} to {after} is not modelled")
        return DTensor(local, DTensorSpec(mesh, placements, self._spec.shape, self._spec.stride))

    def __repr__(self):
        return f"DTensor(local_tensor={self._local_tensor!r}, device_mesh={self.device_mesh!r}, placements={self.placements!r})"

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        result = DTensor(self._local_tensor.clone(), self._spec, requires_grad=self.requires_grad)
        if getattr(self, "_is_param", False):
            result._is_param = True
        memo[id(self)] = result
        return result


class _ToLocal(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tensor):
        return tensor._local_tensor.view_as(tensor._local_tensor)

    @staticmethod
    def backward(ctx, grad):
        return grad


def _padded(local, dim, size):
    if local.size(dim) == size:
        return local
    shape = list(local.size())
    shape[dim] = size
    out = local.new_zeros(shape)
    out.narrow(dim, 0, local.size(dim)).copy_(local)
    return out


def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0):
    """The part of `tensor` that this rank has; a copy."""
    device_mesh = device_mesh or _mesh_resources.get_current_mesh()
    if placements is None:
        placements = (Replicate(),) * device_mesh.ndim
    device = "cuda" if device_mesh.device_type == "cuda" else device_mesh.device_type
    if not tensor.is_meta and tensor.device.type != device_mesh.device_type:
        tensor = tensor.to(device)
    requires_grad = tensor.requires_grad
    local = tensor.detach()
    for i, placement in enumerate(placements):
        if isinstance(placement, Shard):
            dim = placement.dim % tensor.ndim
            size, rank = device_mesh.size(i), device_mesh.get_local_rank(i)
            # The first rank makes every part, to send them, all of them as large as the first.
            chunks = list(local.chunk(size, dim))
            chunks += [local.narrow(dim, 0, 0)] * (size - len(chunks))
            mine = chunks[rank].size(dim)
            chunks = [_padded(chunk, dim, chunks[0].size(dim)).contiguous() for chunk in chunks]
            local = torch.empty_like(chunks[0])
            if mine != local.size(dim):
                local = local.narrow(dim, 0, mine).contiguous()
            del chunks
    spec = DTensorSpec(device_mesh, placements, tensor.size(), tensor.stride())
    out = DTensor(local, spec, requires_grad=requires_grad)
    if isinstance(tensor, nn.Parameter):
        return nn.Parameter(out, requires_grad=requires_grad)
    return out


def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    device_mesh = device_mesh or _mesh_resources.get_current_mesh()
    for name, submodule in module.named_modules():
        if partition_fn is not None:
            partition_fn(name, submodule, device_mesh)
        for key, param in submodule._parameters.items():
            if param is not None and not isinstance(param, DTensor):
                submodule.register_parameter(key, nn.Parameter(distribute_tensor(param.data, device_mesh), param.requires_grad))
    if input_fn is not None:
        module.register_forward_pre_hook(lambda m, inputs: input_fn(m, inputs, device_mesh))
    if output_fn is not None:
        module.register_forward_hook(lambda m, inputs, outputs: output_fn(m, outputs, device_mesh))
    return module
