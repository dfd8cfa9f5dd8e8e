"""`autograd.Function`: operators whose backward is written in Python."""

import functools
import inspect
import itertools
import warnings
from collections import OrderedDict

import torch
import torch._C as _C
from torch.autograd import grad_mode

__all__ = ["FunctionCtx", "BackwardCFunction", "FunctionMeta", "Function", "once_differentiable", "InplaceFunction", "NestedIOFunction"]

AUTOGRAD_FUNCTION_COUNTER = itertools.count()


class FunctionCtx:
    def save_for_backward(self, *tensors):
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        self.dirty_tensors = args

    def mark_shared_storage(self, *pairs):
        warnings.warn("mark_shared_storage is deprecated. Tensors with shared storages are automatically tracked.", FutureWarning)

    def mark_non_differentiable(self, *args):
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        self.materialize_grads = value


_ContextMethodMixin = FunctionCtx


class _HookMixin:
    @staticmethod
    def _register_hook(backward_hooks, hook):
        from torch.utils.hooks import RemovableHandle

        if backward_hooks is None:
            backward_hooks = OrderedDict()
        handle = RemovableHandle(backward_hooks)
        backward_hooks[handle.id] = hook
        return backward_hooks, handle


class BackwardCFunction(_C._FunctionBase, FunctionCtx, _HookMixin):
    """The graph node of a `Function`, which is its context object too."""

    def _get_user_fn(self):
        backward_fn = self._forward_cls.backward
        vjp_fn = self._forward_cls.vjp
        if backward_fn is not Function.backward and vjp_fn is not Function.vjp:
            raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement "
                               "one of them.")
        return vjp_fn if vjp_fn is not Function.vjp else backward_fn

    def apply(self, *args):
        user_fn = self._get_user_fn()
        if self._forward_cls.boxed_grads_call:
            args = (list(args),)
        return user_fn(self, *args)

    def apply_boxed(self, *args):
        return self._get_user_fn()(self, *args)

    def apply_jvp(self, *args):
        return self._forward_cls.jvp(self, *args)


class FunctionMeta(type):
    """Makes the class of graph nodes that belongs to each `Function`."""

    def __init__(cls, name, bases, attrs):
        backward_fn = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls})
        backward_fn._autograd_function_id = next(AUTOGRAD_FUNCTION_COUNTER)
        cls._backward_cls = backward_fn
        super().__init__(name, bases, attrs)


class _SingleLevelFunction(_C._FunctionBase, FunctionCtx, _HookMixin, metaclass=FunctionMeta):
    clear_saved_tensors_on_access = False
    boxed_grads_call = False

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it "
                                  "with backward mode AD.")

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")


class Function(_SingleLevelFunction):
    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        warnings.warn(f"{self.__class__} should not be instantiated. Methods on autograd functions are all static, so you should invoke "
                      "them on the class itself.", DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
                           "function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @staticmethod
    def vmap(info, in_dims, *args):
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs `forward` without gradients and joins its outputs to the graph."""
        separate_context = _is_setup_context_defined(cls.setup_context)
        if separate_context or kwargs:
            forward = cls.forward
            args = _bind_default_args(forward if separate_context else functools.partial(forward, None), args, kwargs)
        ctx = cls._backward_cls()
        executable = _C._function_prepare(ctx, args)
        prev = torch.is_grad_enabled()
        _C._set_grad_enabled(False)
        try:
            if separate_context:
                outputs = cls.forward(*args)
                cls.setup_context(ctx, args, outputs)
            else:
                outputs = cls.forward(ctx, *args)
        finally:
            _C._set_grad_enabled(prev)
        return _C._function_finish(cls, ctx, args, outputs, executable)

    @staticmethod
    def _compiled_autograd_key(ctx):
        return (ctx._autograd_function_id,)


def _bind_default_args(func, args, kwargs):
    try:
        bound_args = inspect.signature(func).bind(*args, **kwargs)
    except ValueError:
        return args
    bound_args.apply_defaults()
    return bound_args.args


def _is_setup_context_defined(fn):
    return fn is not _SingleLevelFunction.setup_context


def once_differentiable(fn):
    """For backwards that cannot be differentiated again: gradients are off within."""

    @functools.wraps(fn)
    def wrapper(ctx, *args, **kwargs):
        with grad_mode.no_grad():
            outputs = fn(ctx, *args, **kwargs)
        return outputs

    return wrapper


class InplaceFunction(Function):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class NestedIOFunction(Function):
    """For annotations: nested inputs and outputs are the tracer's."""
