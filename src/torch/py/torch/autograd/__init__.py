"""Automatic differentiation: `backward`, `grad` and the modes."""

import warnings
from collections.abc import Mapping

import torch
import torch._C as _C

from . import grad_mode
from .grad_mode import (
    _force_original_view_tracking, _unsafe_preserve_version_counter, enable_grad, enforce_grad_layout_policy, inference_mode,
    no_grad, set_grad_enabled, set_multithreading_enabled,
)
from . import function
from .function import Function, NestedIOFunction
from . import graph
from .graph import _engine_run_backward
from .variable import Variable

__all__ = ["Variable", "Function", "backward", "grad_mode", "NestedIOFunction", "detect_anomaly", "enable_grad", "grad", "gradcheck",
           "gradgradcheck", "inference_mode", "no_grad", "set_detect_anomaly", "set_grad_enabled", "set_multithreading_enabled",
           "enforce_grad_layout_policy", "variable"]

_lazy_modules = ("profiler", "functional", "forward_ad", "gradcheck", "anomaly_mode", "_functions", "profiler_util", "profiler_legacy")


def __getattr__(name):
    import importlib

    if name in ("detect_anomaly", "set_detect_anomaly"):
        return getattr(importlib.import_module("torch.autograd.anomaly_mode"), name)
    if name in ("gradcheck", "gradgradcheck"):
        return getattr(importlib.import_module("torch.autograd.gradcheck"), name)
    if name == "SavedTensor":
        return _C._autograd.SavedTensor
    if name in _lazy_modules:
        return importlib.import_module("torch.autograd." + name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")


def _make_grads(outputs, grads, is_grads_batched):
    """The gradients that backward starts from: ones for scalars, the given ones checked against shapes."""
    new_grads = []
    for out, grad in zip(outputs, grads):
        if isinstance(grad, torch.Tensor):
            first_grad = grad if not is_grads_batched else grad[0]
            if not isinstance(out, graph.GradientEdge) and out.shape != first_grad.shape:
                raise RuntimeError(
                    "Mismatch in shape: grad_output[" + str(len(new_grads)) + "] has a shape of " + str(first_grad.shape)
                    + " and output[" + str(len(new_grads)) + "] has a shape of " + str(out.shape) + "."
                )
            new_grads.append(grad)
        elif grad is None:
            if isinstance(out, graph.GradientEdge):
                metadata = out.node._input_metadata[out.output_nr]
                new_grads.append(torch.ones(metadata.shape, dtype=metadata.dtype, device=metadata.device))
            elif out.requires_grad:
                if out.numel() != 1:
                    raise RuntimeError("grad can be implicitly created only for scalar outputs")
                if not out.dtype.is_floating_point:
                    raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {out.dtype}")
                new_grads.append(torch.ones_like(out, memory_format=torch.preserve_format))
            else:
                new_grads.append(None)
        else:
            raise TypeError("gradients can be either Tensors or None, but got " + type(grad).__name__)
    return tuple(new_grads)


def _tensor_or_tensors_to_tuple(tensors, length):
    if tensors is None:
        return (None,) * length
    if isinstance(tensors, torch.Tensor):
        return (tensors,)
    return tuple(tensors)


def _inputs_tuple(inputs, name):
    if isinstance(inputs, (torch.Tensor, graph.GradientEdge)):
        return (inputs,)
    if type(inputs) is dict:
        return tuple(inputs.values())
    if isinstance(inputs, Mapping):
        raise TypeError(f"`inputs` argument to `{name}()` must be a dict, not {type(inputs).__name__}. "
                        "Other Mapping types are not supported.")
    return tuple(inputs)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. "
                               "Please only use `grad_tensors`.")
        grad_tensors = grad_variables
    inputs_tuple = () if inputs is None else _inputs_tuple(inputs, "backward")
    if inputs is not None and len(inputs_tuple) == 0:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if isinstance(tensors, (torch.Tensor, graph.GradientEdge)):
        tensors = (tensors,)
    else:
        tensors = tuple(tensors)
    grad_tensors_ = _tensor_or_tensors_to_tuple(grad_tensors, len(tensors))
    grad_tensors_ = _make_grads(tensors, grad_tensors_, is_grads_batched=False)
    if retain_graph is None:
        retain_graph = create_graph
    _engine_run_backward(tensors, grad_tensors_, retain_graph, create_graph, inputs_tuple, allow_unreachable=True,
                         accumulate_grad=True)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    if allow_unused is None:
        allow_unused = materialize_grads
    if isinstance(outputs, (torch.Tensor, graph.GradientEdge)):
        outputs = (outputs,)
    else:
        outputs = tuple(outputs)
    inputs_tuple = _inputs_tuple(inputs, "grad")
    if len(inputs_tuple) == 0:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if not only_inputs:
        warnings.warn("only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other "
                      "parts of the graph, please use torch.autograd.backward.", FutureWarning, stacklevel=2)
    grad_outputs_ = _tensor_or_tensors_to_tuple(grad_outputs, len(outputs))
    grad_outputs_ = _make_grads(outputs, grad_outputs_, is_grads_batched=is_grads_batched)
    if retain_graph is None:
        retain_graph = create_graph
    if is_grads_batched:
        def vjp(gO):
            return _engine_run_backward(outputs, gO, retain_graph, create_graph, inputs_tuple, allow_unused, accumulate_grad=False)

        result = torch._vmap_internals._vmap(vjp, 0, 0, allow_none_pass_through=True)(grad_outputs_)
    else:
        result = _engine_run_backward(outputs, grad_outputs_, retain_graph, create_graph, inputs_tuple, allow_unused,
                                      accumulate_grad=False)
    if materialize_grads:
        result = tuple(
            r if r is not None else torch.zeros_like(inp, requires_grad=create_graph) for r, inp in zip(result, inputs_tuple))
    if type(inputs) is dict:
        return dict(zip(inputs.keys(), result))
    return result


def _is_checkpoint_valid():
    return _C._autograd._is_checkpoint_valid()


def variable(*args, **kwargs):
    raise RuntimeError("torch.autograd.variable(...) is deprecated, use torch.tensor(...) instead")


variable.Variable = Variable


def _register_py_tensor_class_for_device(device, cls):
    return None


is_multithreading_enabled = _C._is_multithreading_enabled
is_view_replay_enabled = _C._is_view_replay_enabled
