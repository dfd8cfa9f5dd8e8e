"""Tensor parallelism: each rank holds its part of the weights, and computes its part of what they give."""

import contextlib
import fnmatch

import torch
from torch import nn
from torch.distributed import _functional_collectives as funcol
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor


class ParallelStyle:
    def __init__(self, *args, **kwargs):
        self.__dict__.update(kwargs)

    def _apply(self, module, device_mesh):
        torch._C._assume(f"parallelize_module: {type(self).__name__} is not modelled; the module stays whole")
        return module


class _ReduceInBackward(torch.autograd.Function):
    """An input that all ranks have: its gradient is the sum of theirs."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return funcol.all_reduce(grad, "sum", ctx.group), None


def _shard_parameters(module, device_mesh, placements):
    for name, param in list(module.named_parameters(recurse=False)):
        placement = placements.get(name, Replicate())
        module.register_parameter(name, nn.Parameter(
            distribute_tensor(param.data, device_mesh, [placement]), requires_grad=param.requires_grad))


class ColwiseParallel(ParallelStyle):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        self.input_layouts = (input_layouts or Replicate(),)
        self.output_layouts = (output_layouts or Shard(-1),)
        self.use_local_output = use_local_output

    def _apply(self, module, device_mesh):
        group = device_mesh.get_group()
        if isinstance(module, nn.Linear):
            _shard_parameters(module, device_mesh, {"weight": Shard(0), "bias": Shard(0)})
        elif isinstance(module, nn.Embedding):
            _shard_parameters(module, device_mesh, {"weight": Shard(1)})
        else:
            raise NotImplementedError("ColwiseParallel currently only support nn.Linear and nn.Embedding!")

        def prepare(mod, inputs):
            x = inputs[0]
            if isinstance(self.input_layouts[0], Shard):
                x = funcol.all_gather_tensor(x, self.input_layouts[0].dim % x.dim(), group)
            if torch.is_tensor(x) and x.requires_grad:
                x = _ReduceInBackward.apply(x, group)
            return (x, *inputs[1:])

        module.register_forward_pre_hook(prepare)
        if self.output_layouts[0].is_replicate():
            module.register_forward_hook(lambda mod, inputs, output: funcol.all_gather_tensor(output, output.dim() - 1, group))
        return module


class RowwiseParallel(ParallelStyle):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        self.input_layouts = (input_layouts or Shard(-1),)
        self.output_layouts = (output_layouts or Replicate(),)
        self.use_local_output = use_local_output

    def _apply(self, module, device_mesh):
        group = device_mesh.get_group()
        if isinstance(module, nn.Linear):
            _shard_parameters(module, device_mesh, {"weight": Shard(1)})
        elif isinstance(module, nn.Embedding):
            _shard_parameters(module, device_mesh, {"weight": Shard(0)})
        else:
            raise NotImplementedError("RowwiseParallel currently only support nn.Linear and nn.Embedding!")
        if self.input_layouts[0].is_replicate() and isinstance(module, nn.Linear):
            size, rank = device_mesh.size(), device_mesh.get_local_rank()
            module.register_forward_pre_hook(
                lambda mod, inputs: (torch.chunk(inputs[0], size, -1)[rank].contiguous(), *inputs[1:]))

        def finish(mod, inputs, output):
            if isinstance(self.output_layouts[0], Shard):
                return funcol.reduce_scatter_tensor(output, "sum", self.output_layouts[0].dim % output.dim(), group)
            return funcol.all_reduce(output, "sum", group)

        module.register_forward_hook(finish)
        return module


class SequenceParallel(ParallelStyle):
    def __init__(self, *, sequence_dim=1, use_local_output=False):
        self.sequence_dim = sequence_dim
        self.use_local_output = use_local_output

    def _apply(self, module, device_mesh):
        _shard_parameters(module, device_mesh, {})
        return module


class PrepareModuleInput(ParallelStyle):
    pass


class PrepareModuleOutput(ParallelStyle):
    pass


class PrepareModuleInputOutput(ParallelStyle):
    pass


def parallelize_module(module, device_mesh=None, parallelize_plan=None, *, src_data_rank=0):
    """Applies a style to the module, or the styles of a plan to the submodules whose names match."""
    from torch.distributed.device_mesh import _mesh_resources

    device_mesh = device_mesh or _mesh_resources.get_current_mesh()
    if device_mesh.ndim != 1:
        raise ValueError(f"Tensor Parallel only accepts a 1D DeviceMesh, but found {device_mesh.ndim}D!")
    if parallelize_plan is None:
        return module
    torch._C._assume("parallelize_module: what is allocated is PyTorch's; reserved may differ by how the parts of the weights are sent")
    if isinstance(parallelize_plan, ParallelStyle):
        return parallelize_plan._apply(module, device_mesh)
    for path, style in parallelize_plan.items():
        matches = [(module, "")]
        for atom in path.split("."):
            matches = [(child, name) for parent, _ in matches for name, child in parent.named_children() if fnmatch.fnmatch(name, atom)]
        for child, _ in matches:
            parallelize_module(child, device_mesh, style)
    return module


@contextlib.contextmanager
def loss_parallel():
    yield


__all__ = ["ColwiseParallel", "ParallelStyle", "PrepareModuleInput", "PrepareModuleInputOutput", "PrepareModuleOutput", "RowwiseParallel",
           "SequenceParallel", "loss_parallel", "parallelize_module", "DTensor"]
