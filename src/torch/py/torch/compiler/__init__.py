"""What programs ask the compiler. Nothing is compiled."""

import contextlib

import torch

__all__ = ["compile", "assume_constant_result", "reset", "allow_in_graph", "substitute_in_graph", "list_backends", "disable", "set_stance",
           "set_enable_guard_collectives", "cudagraph_mark_step_begin", "wrap_numpy", "is_compiling", "is_dynamo_compiling", "is_exporting",
           "save_cache_artifacts", "load_cache_artifacts"]


def compile(*args, **kwargs):
    return torch.compile(*args, **kwargs)


def reset():
    return None


def allow_in_graph(fn):
    return fn


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False, is_embedded_type=False):
    return lambda traceable_fn: traceable_fn


def list_backends(exclude_tags=("debug", "experimental")):
    return ["cudagraphs", "inductor"]


def assume_constant_result(fn):
    return fn


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    if fn is None:
        return lambda function: function
    return fn


def nested_compile_region(fn=None, **kwargs):
    return fn if fn is not None else (lambda function: function)


class set_stance:
    def __init__(self, stance="default", **kwargs):
        pass

    def __call__(self, fn):
        return fn

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


def set_enable_guard_collectives(enabled):
    return False


def cudagraph_mark_step_begin():
    return None


def wrap_numpy(fn):
    return fn


def is_compiling():
    return False


def is_dynamo_compiling():
    return False


def is_exporting():
    return False


def _is_non_strict_tracing():
    return False


def save_cache_artifacts():
    return None


def load_cache_artifacts(serialized_artifacts):
    return None


def skip_guard_on_inbuilt_nn_modules_unsafe(guard_entries):
    return [True for _ in guard_entries]


skip_guard_on_all_nn_modules_unsafe = keep_tensor_guards_unsafe = skip_guard_on_globals_unsafe = skip_guard_on_inbuilt_nn_modules_unsafe


def __getattr__(name):
    if name in ("config", "_cache"):
        import importlib

        return importlib.import_module("torch.compiler." + name)
    raise AttributeError(f"module 'torch.compiler' has no attribute '{name}'")
