"""The graph compiler's front end: nothing is traced."""

import importlib

from torch.compiler import (  # noqa: F401
    allow_in_graph, assume_constant_result, disable, is_compiling, is_dynamo_compiling, list_backends, reset, substitute_in_graph,
)

_lazy_modules = frozenset(("config", "utils", "backends", "eval_frame", "exc", "testing", "decorators", "external_utils", "_trace_wrapped_higher_order_op",
                           "device_interface", "convert_frame", "symbolic_convert", "variables", "trace_rules", "polyfills", "comptime"))


def __getattr__(name):
    if name in _lazy_modules:
        return importlib.import_module("torch._dynamo." + name)
    raise AttributeError(f"module 'torch._dynamo' has no attribute '{name}'")


def optimize(*args, **kwargs):
    return lambda fn: fn


def run(fn=None):
    return fn


def explain(f, *args, **kwargs):
    return f


def graph_break(msg=""):
    return None


def mark_dynamic(t, index, *args, **kwargs):
    return None


maybe_mark_dynamic = mark_unbacked = mark_dynamic


def mark_static(t, index=None):
    return None


def mark_static_address(t, guard=False):
    return None


def forbid_in_graph(fn):
    return fn


def disallow_in_graph(fn):
    return fn


def nonstrict_trace(fn):
    return fn


def set_stance(*args, **kwargs):
    from torch.compiler import set_stance as stance

    return stance(*args, **kwargs)


def error_on_graph_break(*args):
    import contextlib

    return contextlib.nullcontext()


def export(f, *args, **kwargs):
    return f


def register_backend(fn=None, **kwargs):
    return fn if fn is not None else (lambda f: f)


from torch._dynamo.eval_frame import OptimizedModule  # noqa: E402,F401
