"""Registering operators from Python: the implementation is called when the operator is."""

from torch._library.infer_schema import infer_schema
from torch._library.registered import registered
from torch._ops import OpOverload

__all__ = ["Library", "impl", "define", "fallthrough_kernel", "impl_abstract", "register_autocast", "register_fake", "register_torch_dispatch",
           "register_vmap", "get_ctx", "get_kernel", "custom_op", "triton_op", "wrap_triton", "infer_schema", "opcheck", "register_autograd",
           "register_kernel", "CustomOpDef"]

# A dispatch key for each type of device; "default" is for all of them.
_KEYS = {"cuda": "CUDA", "cpu": "CPU", "default": "", None: ""}


def fallthrough_kernel():
    raise NotImplementedError("fallthrough_kernel() should never be called.")


class Library:
    def __init__(self, ns, kind, dispatch_key=""):
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key

    def define(self, schema, alias_analysis="", *, tags=()):
        name = schema[:schema.index("(")].strip()
        registered(_qualified(name, self)).define(schema)
        return name

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        registered(_qualified(op_name, self)).kernels[dispatch_key or self.dispatch_key] = fn

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        return None

    def _register_fake(self, op_name, fn, _stacklevel=1, *, allow_override=False):
        registered(_qualified(op_name, self)).fake = fn

    def _destroy(self):
        return None


def define(qualname, schema=None, *, lib=None, tags=()):
    if schema is None or callable(schema):
        return lambda f: f
    registered(_qualified(qualname, lib)).define(schema)


def _qualified(op, lib=None):
    """`ns::name`, with the overload where it is not the default one."""
    name = op._qualname if isinstance(op, CustomOpDef) else op.name() if isinstance(op, OpOverload) else op
    name = name.removesuffix(".default")
    return name if "::" in name or lib is None else f"{lib.ns}::{name}"


def impl(qualname, types=None, func=None, *, lib=None):
    if isinstance(qualname, Library):
        return _decorator(lambda f: qualname.impl(types, f, func or ""))
    kinds = (types,) if types is None or isinstance(types, str) else tuple(types)

    def register(f):
        for kind in kinds:
            registered(_qualified(qualname, lib)).kernels[_KEYS.get(kind, kind)] = f

    return _decorator(register, func)


def _decorator(register, func=None):
    """Registers a function that is given, or the one that a decorator is put on; gives the function."""

    def decorate(f):
        register(f)
        return f

    return decorate if func is None else decorate(func)


register_kernel = impl


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    return _decorator(lambda f: setattr(registered(_qualified(op, lib)), "fake", f), func)


impl_abstract = register_fake


def register_vmap(op, func=None, /, *, lib=None):
    return _decorator(lambda f: None, func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    _make_differentiable(registered(_qualified(op, lib)), backward, setup_context)


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    return None


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    return func if func is not None else (lambda f: f)


def get_ctx():
    raise RuntimeError("get_ctx is for fake implementations, which do not run here")


def get_kernel(op, dispatch_key):
    return None


def opcheck(op, args, kwargs=None, **options):
    return {}


def wrap_triton(triton_kernel, /):
    return triton_kernel


def _make_differentiable(operator, backward, setup_context):
    """Puts an autograd function around an operator that is written in Python."""
    import torch

    class Generated(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            names = [name for name, _, keyword_only in operator.parameters or () if keyword_only]
            values, named = args[:len(args) - len(names)], dict(zip(names, args[len(args) - len(names):]))
            output = operator.compute(values, named)
            if setup_context is not None:
                if names:
                    setup_context(ctx=ctx, inputs=values, keyword_only_inputs=named, output=output)
                else:
                    setup_context(ctx=ctx, inputs=args, output=output)
            return output

    Generated.backward = staticmethod(backward)
    operator.gradient = Generated


class CustomOpDef:
    def __init__(self, name, fn, device_types=None):
        self._qualname = name
        self._init_fn = fn
        self.__name__ = name.split("::")[-1]
        self._opoverload = registered(name)
        self.register_kernel(device_types, fn)

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)

    def register_kernel(self, device_types, fn=None, /):
        return impl(self, device_types, fn)

    def register_fake(self, fn, /):
        return register_fake(self, fn)

    def register_autograd(self, backward, /, *, setup_context=None):
        register_autograd(self, backward, setup_context=setup_context)

    def register_vmap(self, func=None):
        return register_vmap(self, func)

    def register_autocast(self, device_type, cast_inputs):
        return None

    def register_torch_dispatch(self, torch_dispatch_class, fn=None, /):
        return register_torch_dispatch(self, torch_dispatch_class, fn)

    def set_kernel_enabled(self, device_type, enabled=True):
        import contextlib

        return contextlib.nullcontext()


def custom_op(name, fn=None, /, *, mutates_args=(), device_types=None, schema=None, tags=None):
    def make(f):
        operator = CustomOpDef(name, f, device_types)
        if schema is not None:
            registered(name).define(schema)
        return operator

    return make if fn is None else make(fn)


def triton_op(name, fn=None, /, *, mutates_args=(), schema=None):
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)
