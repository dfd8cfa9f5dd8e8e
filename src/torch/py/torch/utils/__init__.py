"""Helpers around training."""

import importlib

import torch

_lazy_modules = frozenset((
    "_contextlib", "_device", "_dtype_abbrs", "_foreach_utils", "_mode_utils", "_ordered_set", "_python_dispatch", "_pytree", "_cxx_pytree", "_stats",
    "_traceback", "_triton", "_typing_utils", "backend_registration", "benchmark", "bundled_inputs", "checkpoint", "collect_env",
    "cpp_extension", "data", "deterministic", "dlpack", "flop_counter", "hooks", "mkldnn", "mobile_optimizer", "model_zoo", "module_tracker",
    "show_pickle", "tensorboard", "weak", "_config_module", "_import_utils", "_exposed_in", "serialization", "throughput_benchmark", "_sympy"))


def __getattr__(name):
    if name == "ThroughputBenchmark":
        return torch._C.ThroughputBenchmark
    if name in ("rename_privateuse1_backend", "generate_methods_for_privateuse1_backend", "_get_privateuse1_backend_name"):
        return getattr(importlib.import_module("torch.utils.backend_registration"), name)
    if name in _lazy_modules:
        return importlib.import_module("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")


def set_module(obj, mod):
    obj.__module__ = mod


cmake_prefix_path = ""


def swap_tensors(t1, t2):
    """Exchanges what two tensors are, their attributes and class included."""
    t1_data, t2_data = t1.data, t2.data
    t1_dict, t2_dict = dict(t1.__dict__), dict(t2.__dict__)
    t1_class, t2_class = type(t1), type(t2)
    t1_grad, t2_grad = t1.requires_grad, t2.requires_grad
    t1.data, t2.data = t2_data, t1_data
    t1.__class__, t2.__class__ = t2_class, t1_class
    t1.requires_grad, t2.requires_grad = t2_grad, t1_grad
    for tensor, attributes in ((t1, t2_dict), (t2, t1_dict)):
        tensor.__dict__.clear()
        tensor.__dict__.update(attributes)
