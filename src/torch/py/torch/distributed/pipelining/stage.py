"""One stage of a pipeline (torch/distributed/pipelining/stage.py), with the shapes that its maker is told."""

import torch


def _tuple_of(value):
    return value if value is None or isinstance(value, tuple) else tuple(value) if isinstance(value, list) else (value,)


class _RecvInfo:
    def __init__(self, buffer, requires_grad=False):
        self.buffer, self.requires_grad = buffer, requires_grad


def stage_backward(stage_output, output_grads, input_values):
    outputs = stage_output if isinstance(stage_output, (tuple, list)) else (stage_output,)
    grads = (None,) * len(outputs) if output_grads is None else output_grads
    wanted = [(out, grad) for out, grad in zip(outputs, grads) if isinstance(out, torch.Tensor) and out.requires_grad]
    del outputs, grads
    torch.autograd.backward([out for out, _ in wanted], grad_tensors=[grad for _, grad in wanted])
    grad_inputs = []
    for val in input_values:
        if isinstance(val, torch.Tensor):
            grad_inputs.append(val.grad)
            val.grad = None
        else:
            grad_inputs.append(None)
    return tuple(grad_inputs)


class PipelineStage:
    def __init__(self, submodule, stage_index, num_stages, device, input_args=None, output_args=None, output_grads=None, input_grads=None, group=None,
                 dw_builder=None, get_mesh=None):
        if stage_index >= num_stages:
            raise ValueError(f"Stage index {stage_index} is out of range of {num_stages}")
        self.submod, self.stage_index, self.num_stages = submodule, stage_index, num_stages
        self.device, self.group = device, group
        self.group_rank, self.group_size = torch.distributed.get_rank(group), torch.distributed.get_world_size(group)
        self.inputs, self.outputs = _tuple_of(input_args), _tuple_of(output_args)
        self.has_backward = False
        self.args_recv_info, self.grad_recv_info = {}, {}
        self.fwd_cache, self.bwd_cache, self.output_chunks = {}, {}, []

    @property
    def is_first(self):
        return self.stage_index == 0

    @property
    def is_last(self):
        return self.stage_index == self.num_stages - 1

    def _buffer(self, like):
        return torch.empty_strided(like.size(), like.stride(), dtype=like.dtype, device=self.device)

    def _prepare(self, num_microbatches):
        """The buffers of all microbatches, for activations and for gradients."""
        if self.inputs is None and not self.is_first or self.outputs is None and not self.is_last:
            torch._C._assume("PipelineStage: without input_args and output_args the shapes that stages exchange are not known; no buffers are counted")
        for chunk in range(num_microbatches):
            if not self.is_first:
                self.args_recv_info[chunk] = tuple(_RecvInfo(self._buffer(like), like.requires_grad) for like in self.inputs or ())
        if self.has_backward and not self.is_last:
            for chunk in range(num_microbatches):
                self.grad_recv_info[chunk] = tuple(_RecvInfo(self._buffer(like)) for like in self.outputs or ())

    def clear_runtime_states(self):
        self.fwd_cache.clear()
        self.output_chunks.clear()
        for infos in self.args_recv_info.values():
            for info in infos:
                info.buffer.grad = None

    def get_fwd_send_ops(self, chunk):
        output_tuple, _ = self.fwd_cache[chunk]
        return [] if self.is_last else [out.detach() for out in output_tuple]

    def get_bwd_send_ops(self, chunk):
        if not self.has_backward or self.is_first:
            return []
        return [grad for grad in self.bwd_cache.pop(chunk) if grad is not None]

    def forward_one_chunk(self, chunk, args, kwargs=None, save_forward_output=True):
        if self.is_first:
            composite_args = args
        else:
            composite_args = tuple(info.buffer.requires_grad_(info.requires_grad and self.has_backward and torch.is_grad_enabled())
                                   for info in self.args_recv_info[chunk])
        composite_kwargs = kwargs or {}
        output = self.submod(*composite_args, **composite_kwargs)
        output_tuple = tuple(output) if isinstance(output, (list, tuple)) else (output,)
        if self.is_last and save_forward_output:
            self.output_chunks.append(output)
        self.fwd_cache[chunk] = (output_tuple, [*composite_args, *composite_kwargs.values()])
        return output

    def backward_one_chunk(self, chunk, loss=None, last_backward=False):
        if not self.has_backward:
            return
        stage_output, input_values = self.fwd_cache.pop(chunk)
        if self.is_last:
            bwd_kwargs = {"stage_output": loss, "output_grads": None, "input_values": input_values}
        else:
            grads_output = tuple(info.buffer for info in self.grad_recv_info[chunk])
            bwd_kwargs = {"stage_output": stage_output, "output_grads": grads_output, "input_values": input_values}
        self.bwd_cache[chunk] = stage_backward(bwd_kwargs["stage_output"], bwd_kwargs["output_grads"], bwd_kwargs["input_values"])
        if self.is_last and not self.is_first:
            for t in stage_output:
                if not t._is_view():
                    t.detach_()

    def scale_grads(self, grad_scale_factor):
        if grad_scale_factor != 1:
            for p in self.submod.parameters():
                if p.grad is not None:
                    p.grad.div_(grad_scale_factor)
