"""The graph of a backward: hooks on what is saved, gradient edges, multi-gradient hooks."""

import contextlib
from collections import defaultdict
from typing import Any, NamedTuple

import torch
from torch.autograd.variable import Variable
from torch.utils.hooks import RemovableHandle

__all__ = ["saved_tensors_hooks", "save_on_cpu", "disable_saved_tensors_hooks", "node_creation_hook", "register_multi_grad_hook",
           "allow_mutation_on_saved_tensors", "Node", "GradientEdge", "get_gradient_edge", "increment_version"]


class _NodeMeta(type):
    def __instancecheck__(cls, instance):
        return hasattr(instance, "next_functions")


class Node(metaclass=_NodeMeta):
    """What every `grad_fn` is."""


def _get_grad_fn_or_grad_acc(t):
    if isinstance(t, GradientEdge):
        return t.node
    if t.requires_grad and t.grad_fn is None:
        with torch.enable_grad():
            node = t.view_as(t).grad_fn.next_functions[0][0]
    else:
        node = t.grad_fn
    if node is None:
        raise AssertionError("Expected gradient function to be set")
    return node


class GradientEdge(NamedTuple):
    node: Any
    output_nr: int
    ownership_token: Any = None


def get_gradient_edge(tensor):
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(_get_grad_fn_or_grad_acc(tensor), tensor.output_nr)


def increment_version(tensor):
    torch._C._increment_version((tensor,) if isinstance(tensor, torch.Tensor) else tensor)


class saved_tensors_hooks:
    """While active, what operators save goes through `pack_hook` and comes back through `unpack_hook`."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        torch._C._autograd._push_saved_tensors_default_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        torch._C._autograd._pop_saved_tensors_default_hooks()


class save_on_cpu(saved_tensors_hooks):
    """What is saved goes to the host and comes back when backward needs it."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack_to_cpu(tensor):
            if not pin_memory:
                return (tensor.device, tensor.cpu())
            packed = torch.empty(tensor.size(), dtype=tensor.dtype, layout=tensor.layout, pin_memory=not tensor.is_sparse)
            packed.copy_(tensor, non_blocking=True)
            return (tensor.device, packed)

        def unpack_from_cpu(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack_to_cpu, unpack_from_cpu)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    maybe_prev_message = torch._C._autograd._saved_tensors_hooks_get_disabled_error_message()
    try:
        torch._C._autograd._saved_tensors_hooks_disable(error_message)
        yield
    finally:
        if maybe_prev_message is None:
            torch._C._autograd._saved_tensors_hooks_enable()
        else:
            torch._C._autograd._saved_tensors_hooks_disable(maybe_prev_message)


class node_creation_hook:
    def __init__(self, hook):
        self.hook = hook

    def __enter__(self):
        torch._C._autograd._push_node_creation_hook(self.hook)

    def __exit__(self, *args):
        torch._C._autograd._pop_node_creation_hook()


def set_warn_on_accumulate_grad_stream_mismatch(enabled):
    return None


def set_override_stale_capture_stream(enabled):
    return torch._C._set_override_stale_capture_stream(enabled)


class _MultiHandle(RemovableHandle):
    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Calls `fn` once all gradients of `tensors` have come (`all`), or at the first of them (`any`)."""
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        ran_hook = defaultdict(bool)

        def wrapped_fn(grad):
            task = torch._C._current_graph_task_id()
            previously, ran_hook[task] = ran_hook[task], True
            if not previously:
                fn(grad)

        return _MultiHandle(tuple(t.register_hook(wrapped_fn) for t in tensors if t.requires_grad))

    count = {}
    expected = {}
    buffer = {}
    grad_fns = list(map(_get_grad_fn_or_grad_acc, tensors))
    len_tensors = len(tensors)

    def get_inner_hook(idx):
        def inner_hook(grad):
            task = torch._C._current_graph_task_id()
            if task not in count:
                count[task] = 0
                buffer[task] = [None] * len_tensors
                expected[task] = sum(map(torch._C._will_engine_execute_node, grad_fns))
            count[task] += 1
            buffer[task][idx] = grad
            if count[task] == expected[task]:
                fn(buffer[task])
                del count[task]
                del buffer[task]
                del expected[task]

        return inner_hook

    return _MultiHandle(tuple(t.register_hook(get_inner_hook(i)) for i, t in enumerate(tensors)))


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    torch._C._assume("allow_mutation_on_saved_tensors: no clone is made when a saved tensor is changed in place")
    yield None


def _engine_run_backward(t_outputs, *args, **kwargs):
    return Variable._execution_engine.run_backward(t_outputs, *args, **kwargs)
