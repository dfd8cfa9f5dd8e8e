"""Gathering the parameters of a group in one collective, and reducing its gradients in another."""

from itertools import chain

import torch
import torch.distributed as dist
from torch.distributed.fsdp._fully_shard._fsdp_common import ShardedState, dim0_padded_size, to_dtype_if_needed


class AllGatherResult:
    def __init__(self, all_gather_output, all_gather_work, input_dtypes, input_numels, input_split_sizes):
        self.all_gather_output = all_gather_output
        self.all_gather_work = all_gather_work
        self.param_all_gather_input_dtypes = input_dtypes
        self.param_all_gather_input_numels = input_numels
        self.all_gather_input_split_sizes = input_split_sizes


@torch.no_grad()
def foreach_all_gather(fsdp_params, group, async_op, all_gather_copy_in_stream, all_gather_stream, device):
    world_size, rank = group.size(), group.rank()
    with torch.cuda.stream(all_gather_copy_in_stream):
        param_all_gather_inputs = _get_param_all_gather_inputs(fsdp_params)
        input_dtypes, input_numels, dtype = _get_all_gather_input_metadatas(param_all_gather_inputs)
        if dtype == torch.uint8:
            all_gather_inputs = [t.view(torch.uint8) for ts in param_all_gather_inputs for t in ts]
        else:
            all_gather_inputs = [*chain.from_iterable(param_all_gather_inputs)]
        split_sizes = [t.numel() for t in all_gather_inputs]
        input_numel = sum(split_sizes)
        all_gather_output = torch.empty((input_numel * world_size,), dtype=dtype, device=device)
        all_gather_input = all_gather_output.narrow(0, input_numel * rank, input_numel)
        torch._foreach_copy_(torch.split(all_gather_input, split_sizes), all_gather_inputs)
        del param_all_gather_inputs
    with torch.cuda.stream(all_gather_stream):
        work = dist.all_gather_into_tensor(all_gather_output, all_gather_input, group=group, async_op=async_op)
        return AllGatherResult(all_gather_output, work, input_dtypes, input_numels, split_sizes)


def _get_param_all_gather_inputs(fsdp_params):
    inputs = [[] for _ in fsdp_params]
    indices, sources = [], []
    for i, fsdp_param in enumerate(fsdp_params):
        if fsdp_param.param_dtype is not None and not fsdp_param.offload_to_cpu:
            indices.append(i)
            sources.append(
                fsdp_param._sharded_param_data if fsdp_param.sharded_state == ShardedState.SHARDED
                else fsdp_param._sharded_post_forward_param_data)
        else:
            inputs[i] = fsdp_param.all_gather_inputs
    if sources:
        first = fsdp_params[indices[0]]
        numels = [t.numel() for t in sources]
        flat = torch.empty((sum(numels),), device=first.device, dtype=first.param_dtype)
        splits = torch.split(flat, numels)
        torch._foreach_copy_(splits, sources)
        for i, split in zip(indices, splits):
            inputs[i] = [split]
    return inputs


def _get_all_gather_input_metadatas(param_all_gather_inputs):
    dtypes, numels = [], []
    dtype = param_all_gather_inputs[0][0].dtype
    for inputs in param_all_gather_inputs:
        for t in inputs:
            if t.dtype != dtype:
                dtype = torch.uint8
        dtypes.append([t.dtype for t in inputs])
        numels.append([t.numel() for t in inputs])
    return dtypes, numels, dtype


@torch.no_grad()
def foreach_all_gather_copy_out(result, fsdp_params, group):
    all_gather_output = result.all_gather_output
    world_size, device = group.size(), all_gather_output.device
    outs = []
    copies = []
    for numels, dtypes, fsdp_param in zip(
            result.param_all_gather_input_numels, result.param_all_gather_input_dtypes, fsdp_params):
        fsdp_param.init_all_gather_outputs(numels, dtypes, world_size, device)
        fsdp_param.alloc_all_gather_outputs()
        outputs = fsdp_param.all_gather_outputs
        if fsdp_param.fsdp_placement.dim != 0:
            outputs = [torch.empty_like(t) for t in outputs]
            copies.append((fsdp_param, outputs))
        outs.extend(outputs)
    all_gather_output = all_gather_output.view(world_size, -1)
    if all_gather_output.dtype == torch.uint8:
        out = [t.view(world_size, -1).view(torch.uint8) for t in outs]
    else:
        out = [t.view(world_size, -1) for t in outs]
    with torch.autograd._unsafe_preserve_version_counter(tuple(out)):
        torch._split_with_sizes_copy_out(all_gather_output, result.all_gather_input_split_sizes, 1, out)
    for fsdp_param, outputs in copies:
        for source, target in zip(outputs, fsdp_param.all_gather_outputs):
            version = target._version
            size = list(
                fsdp_param.padded_sharded_param_size if fsdp_param.sharded_state == ShardedState.SHARDED
                else fsdp_param._sharded_post_forward_param_data.size())
            before = [size[0] * world_size] + size[1:]
            chunks = torch.chunk(source.view(before), world_size, dim=0)
            dim = fsdp_param.fsdp_placement.dim
            size[dim] *= world_size
            torch.cat(chunks, dim=dim, out=target.view(size))
            torch._C._autograd._unsafe_set_version_counter((target,), (version,))


@torch.no_grad()
def foreach_reduce(fsdp_params, unsharded_grads, reduce_scatter_group, reduce_scatter_stream, orig_dtype, reduce_dtype, device,
                   gradient_divide_factor, all_reduce_group, all_reduce_stream, all_reduce_grads, partial_reduce_output,
                   all_reduce_hook):
    """`unsharded_grads` owns the references to the gradients: clearing the list frees them."""
    grad_dtypes = {grad.dtype for grad in unsharded_grads}
    if len(grad_dtypes) != 1:
        raise AssertionError(f"FSDP reduce-scatter expects uniform gradient dtype but got {grad_dtypes}")
    reduce_dtype = reduce_dtype or unsharded_grads[0].dtype
    world_size = reduce_scatter_group.size()
    predivides = reduce_dtype not in (torch.float32, torch.bfloat16)
    if world_size > 1:
        for i, (fsdp_param, grad) in enumerate(zip(fsdp_params, unsharded_grads)):
            dim = fsdp_param.fsdp_placement.dim
            if dim == 0:
                continue
            chunks = torch.chunk(grad, world_size, dim=dim)
            unsharded_grads[i] = torch.cat(chunks, dim=0)
            del grad, chunks
    padded_sizes = tuple(dim0_padded_size(grad.size(), world_size) for grad in unsharded_grads)
    fsdp_param = grad = None
    input_numel = sum(s.numel() for s in padded_sizes)
    reduce_scatter_input = torch.empty((input_numel,), dtype=reduce_dtype, device=device)
    torch._chunk_cat(unsharded_grads, 0, world_size, out=reduce_scatter_input.view(world_size, -1))
    unsharded_grads.clear()
    all_reduce_input = None
    with torch.cuda.stream(reduce_scatter_stream):
        reduce_output = torch.empty((input_numel // world_size,), dtype=reduce_dtype, device=device)
        if predivides:
            reduce_scatter_input.div_(2)
        if world_size > 1:
            dist.reduce_scatter_tensor(reduce_output, reduce_scatter_input, group=reduce_scatter_group)
        elif gradient_divide_factor is not None:
            reduce_output.copy_(reduce_scatter_input / gradient_divide_factor)
        else:
            reduce_output.copy_(reduce_scatter_input)
        post_reduce_stream = reduce_scatter_stream
        if all_reduce_group is not None:
            if not all_reduce_grads:
                if partial_reduce_output is not None:
                    partial_reduce_output += reduce_output
                else:
                    partial_reduce_output = reduce_output
                return reduce_scatter_input, None, partial_reduce_output
            if partial_reduce_output is not None:
                reduce_output += partial_reduce_output
            post_reduce_stream = all_reduce_stream
            with torch.cuda.stream(all_reduce_stream):
                dist.all_reduce(reduce_output, group=all_reduce_group)
                all_reduce_input = reduce_output
    if all_reduce_hook is not None:
        post_reduce_stream = all_reduce_stream
        with torch.cuda.stream(all_reduce_stream):
            all_reduce_hook(reduce_output)
    with torch.cuda.stream(post_reduce_stream):
        if predivides:
            reduce_output.div_(2)
        reduce_output = to_dtype_if_needed(reduce_output, orig_dtype)
        offset = 0
        for padded_size, fsdp_param in zip(padded_sizes, fsdp_params):
            new_sharded_grad = torch.as_strided(
                reduce_output, size=fsdp_param.sharded_size, stride=fsdp_param.contiguous_sharded_stride, storage_offset=offset)
            to_accumulate_grad = fsdp_param.sharded_param.grad is not None
            if fsdp_param.offload_to_cpu:
                new_sharded_grad = new_sharded_grad.to(torch.device("cpu"))
            if to_accumulate_grad:
                fsdp_param.sharded_param.grad._local_tensor.add_(new_sharded_grad)
            else:
                fsdp_param.sharded_param.grad = fsdp_param.to_sharded_dtensor(new_sharded_grad)
            for hook in (getattr(fsdp_param.sharded_param, "_post_accumulate_grad_hooks", None) or {}).values():
                hook(fsdp_param.sharded_param)
            offset += padded_size.numel() // world_size
    return reduce_scatter_input, all_reduce_input, None
