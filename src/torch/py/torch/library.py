"""Registering operators from Python: the implementation is called when the operator is."""

import inspect

from torch._ops import OpOverload, _implementations

__all__ = ["Library", "impl", "define", "fallthrough_kernel", "impl_abstract", "register_autocast", "register_fake", "register_torch_dispatch",
           "register_vmap", "get_ctx", "get_kernel", "custom_op", "triton_op", "wrap_triton", "infer_schema", "opcheck", "register_autograd",
           "register_kernel", "CustomOpDef"]

# The keys whose implementation runs on real devices; others describe shapes or gradients.
_COMPUTING_KEYS = ("", "CUDA", "CompositeImplicitAutograd", "CompositeExplicitAutograd", "cuda")


def fallthrough_kernel():
    raise NotImplementedError("fallthrough_kernel() should never be called.")


class Library:
    def __init__(self, ns, kind, dispatch_key=""):
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key

    def define(self, schema, alias_analysis="", *, tags=()):
        return schema.split("(")[0].strip()

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        key = dispatch_key or self.dispatch_key
        name = op_name.name() if isinstance(op_name, OpOverload) else op_name
        name = name.split(".")[0]
        if "::" not in name:
            name = f"{self.ns}::{name}"
        if key in _COMPUTING_KEYS:
            _implementations[name] = fn

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        return None

    def _register_fake(self, op_name, fn, _stacklevel=1, *, allow_override=False):
        return None

    def _destroy(self):
        return None


def define(qualname, schema=None, *, lib=None, tags=()):
    if schema is None or callable(schema):
        return lambda f: f
    return None


def _qualified(qualname, lib):
    name = qualname.name() if isinstance(qualname, OpOverload) else qualname
    name = name.split(".")[0]
    return name if "::" in name or lib is None else f"{lib.ns}::{name}"


def impl(qualname, types=None, func=None, *, lib=None):
    if isinstance(qualname, Library):
        lib, name, key = qualname, types, func or ""

        def register_in(f):
            lib.impl(name, f, key)
            return f

        return register_in
    kinds = (types,) if isinstance(types, str) else tuple(types or ("",))

    def register(f):
        if any(kind in _COMPUTING_KEYS or kind == "default" for kind in kinds):
            _implementations[_qualified(qualname, lib)] = f
        return f

    return register if func is None else register(func)


register_kernel = impl


def _describes_only(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    if func is None:
        return lambda f: f
    return func


register_fake = impl_abstract = register_vmap = _describes_only


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    _make_differentiable(_qualified(op._qualname if isinstance(op, CustomOpDef) else op, lib), backward, setup_context)


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    return None


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    return func if func is not None else (lambda f: f)


def get_ctx():
    raise RuntimeError("get_ctx is for fake implementations, which do not run here")


def get_kernel(op, dispatch_key):
    return None


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    return f"{op_name or ''}{inspect.signature(prototype_function)}"


def opcheck(op, args, kwargs=None, **options):
    return {}


def wrap_triton(triton_kernel, /):
    return triton_kernel


def _make_differentiable(qualname, backward, setup_context):
    """Puts an autograd function around an operator that is written in Python."""
    import torch

    implementation = _implementations.get(qualname)
    if implementation is None:
        return

    class Generated(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            output = implementation(*args)
            if setup_context is not None:
                setup_context(ctx, args, output)
            return output

    Generated.backward = staticmethod(backward)
    signature = inspect.signature(implementation)

    def call(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return Generated.apply(*bound.args, *bound.kwargs.values())

    _implementations[qualname] = call


class CustomOpDef:
    def __init__(self, name, fn):
        self._qualname = name
        self._init_fn = fn
        self.__name__ = name.split("::")[-1]
        _implementations[name] = fn

    def __call__(self, *args, **kwargs):
        return _implementations[self._qualname](*args, **kwargs)

    def register_kernel(self, device_types, fn=None, /):
        def register(f):
            kinds = (device_types,) if isinstance(device_types, str) else device_types
            if device_types is None or "cuda" in kinds:
                _implementations[self._qualname] = f
            return f

        return register if fn is None else register(fn)

    def register_fake(self, fn, /):
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        _make_differentiable(self._qualname, backward, setup_context)

    def register_vmap(self, func=None):
        return func if func is not None else (lambda f: f)

    def register_autocast(self, device_type, cast_inputs):
        return None

    def register_torch_dispatch(self, torch_dispatch_class, fn=None, /):
        return fn if fn is not None else (lambda f: f)

    def set_kernel_enabled(self, device_type, enabled=True):
        import contextlib

        return contextlib.nullcontext()


def custom_op(name, fn=None, /, *, mutates_args=(), device_types=None, schema=None, tags=None):
    if fn is None:
        return lambda f: CustomOpDef(name, f)
    return CustomOpDef(name, fn)


def triton_op(name, fn=None, /, *, mutates_args=(), schema=None):
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)
