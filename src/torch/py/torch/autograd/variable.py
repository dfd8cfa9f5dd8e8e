"""`Variable`: the old name of tensors."""

import torch


class VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)

    def __call__(cls, data, requires_grad=False, volatile=False):
        result = data.detach()
        result.requires_grad = requires_grad
        return result


class _Engine:
    """PyTorch's `Variable._execution_engine`."""

    @staticmethod
    def run_backward(tensors, grad_tensors, keep_graph, create_graph, inputs=(), allow_unreachable=False, accumulate_grad=False):
        return torch._C._engine_run_backward(tensors, grad_tensors, keep_graph, create_graph, inputs, allow_unreachable, accumulate_grad)

    @staticmethod
    def queue_callback(callback):
        return torch._C._autograd._queue_callback(callback)

    @staticmethod
    def is_checkpoint_valid():
        return torch._C._autograd._is_checkpoint_valid()


class Variable(metaclass=VariableMeta):
    _execution_engine = _Engine()
