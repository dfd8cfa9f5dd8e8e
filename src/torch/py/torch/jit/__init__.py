"""The script compiler's entry points. Nothing is compiled: functions and modules come back as they are."""

import contextlib
import warnings
from typing import Any, Dict, Final, List, NamedTuple, Optional, Tuple, Union  # noqa: F401

import torch
import torch._C as _C
from torch._C import ScriptFunction, ScriptMethod  # noqa: F401
from torch._jit_internal import (  # noqa: F401
    _overload, _overload_method, Future, FunctionModifiers, boolean_dispatch, export, ignore, is_scripting, unused, _Await,
)


class ScriptModule(torch.nn.Module):
    """A base of modules whose methods are compiled; here they run as they are."""


class RecursiveScriptModule(ScriptModule):
    """What `script` gives in PyTorch: no module is one here."""


TopLevelTracedModule = TracedModule = RecursiveScriptModule
ScriptObject = _C.ScriptObject
CompilationUnit = _C.CompilationUnit
Error = RuntimeError


class RecursiveScriptClass:
    """No object is one."""


class ScriptWarning(Warning):
    pass


class ONNXTracedModule(torch.nn.Module):
    def __init__(self, inner, *args, **kwargs):
        super().__init__()
        self.inner = inner

    def forward(self, *args):
        return self.inner(*args)


class JITException(RuntimeError):
    pass


class TracerWarning(Warning):
    @staticmethod
    def ignore_lib_warnings():
        return None


class TracingCheckError(Exception):
    pass


class Attribute(NamedTuple):
    value: Any
    type: Any


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    return obj


def script_if_tracing(fn):
    return fn


_script_if_tracing = script_if_tracing


def script_method(fn):
    return fn


def interface(obj):
    return obj


def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True):
    """Runs the function once, as tracing does, and gives it back."""
    if example_kwarg_inputs is not None:
        func(**example_kwarg_inputs)
    elif isinstance(example_inputs, tuple):
        func(*example_inputs)
    elif example_inputs is not None:
        func(example_inputs)
    return func


def trace_module(mod, inputs, *args, **kwargs):
    return mod


def is_tracing():
    return False


def annotate(the_type, the_value):
    return the_value


def isinstance(obj, target_type):
    import builtins

    return builtins.isinstance(obj, target_type)


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    return mod


def optimize_for_inference(mod, other_methods=None):
    return mod


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    return None


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    return _C._unknown("torch.jit.load: a saved module is not read")


def save(m, f, _extra_files=None):
    return None


def set_module(obj, mod):
    obj.__module__ = mod


def enable_onednn_fusion(enabled):
    return None


def onednn_fusion_enabled():
    return False


def set_fusion_strategy(strategy):
    return []


def last_executed_optimized_graph():
    return None


def export_opnames(m):
    return []


def fork(func, *args, **kwargs):
    return func(*args, **kwargs)


def wait(future):
    return future


def _awaitable(func, *args, **kwargs):
    return func(*args, **kwargs)


def _awaitable_wait(aw):
    return aw


def unused_(fn):
    return fn


def strict_fusion():
    return contextlib.nullcontext()


@contextlib.contextmanager
def optimized_execution(should_optimize):
    yield


@contextlib.contextmanager
def fuser(name):
    yield


@contextlib.contextmanager
def _hide_source_ranges():
    yield


def _unwrap_optional(x):
    if x is None:
        raise AssertionError("Unwrapping null optional")
    return x


def _drop(fn):
    return fn


class _Trace:
    _trace_module_map = None


_trace = _Trace


def __getattr__(name):
    if name in ("annotations", "mobile", "supported_ops", "unsupported_tensor_ops", "_script", "_state", "frontend", "_builtins"):
        import importlib

        return importlib.import_module("torch.jit." + name)
    raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
