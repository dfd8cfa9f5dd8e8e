"""The methods of `Tensor` that are Python in PyTorch, added to the native class."""

import functools
import warnings
from collections import OrderedDict
from copy import deepcopy

import torch
import torch._C as _C

Tensor = _C.Tensor
_VF = _C._VariableFunctions


def _wrap_type_error_to_not_implemented(f):
    @functools.wraps(f)
    def wrapped(self, *args, **kwargs):
        try:
            return f(self, *args, **kwargs)
        except TypeError:
            return NotImplemented

    return wrapped


def _copy_storage(tensor, memo):
    """Copies a storage once per deepcopy, so that tensors which share one still do."""
    storage = tensor.untyped_storage()
    copies = memo.setdefault("torch", {})
    key = storage._cdata
    if key not in copies:
        copies[key] = storage.clone()
    return copies[key]


def _deepcopy(self, memo):
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
            "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
            "see https://github.com/pytorch/pytorch/pull/103001"
        )
    if id(self) in memo:
        return memo[id(self)]
    with torch.no_grad():
        if self.is_sparse or self.device.type == "meta":
            new_tensor = self.clone()
        else:
            new_storage = _copy_storage(self, memo)
            new_tensor = self.new_empty([])
            new_tensor.set_(new_storage, self.storage_offset(), self.size(), self.stride())
        if type(self) is not Tensor and type(new_tensor) is not type(self):
            new_tensor = new_tensor.as_subclass(type(self))
        if self.requires_grad:
            new_tensor.requires_grad_()
        if self.grad is not None:
            new_tensor.grad = self.grad.__deepcopy__(memo)
        for name, value in getattr(self, "__dict__", {}).items():
            setattr(new_tensor, name, deepcopy(value, memo))
        memo[id(self)] = new_tensor
        return new_tensor


def _repr(self, *, tensor_contents=None):
    from torch import _tensor_str

    return _tensor_str._str(self, tensor_contents=tensor_contents)


def _backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    torch.autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


def _register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._backward_hooks is None:
        self._backward_hooks = OrderedDict()
        if self.grad_fn is not None:
            self.grad_fn._register_hook_dict(self)
    from torch.utils.hooks import RemovableHandle

    handle = RemovableHandle(self._backward_hooks)
    self._backward_hooks[handle.id] = hook
    return handle


def _register_post_accumulate_grad_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    if self._post_accumulate_grad_hooks is None:
        self._post_accumulate_grad_hooks = OrderedDict()
    from torch.utils.hooks import RemovableHandle

    handle = RemovableHandle(self._post_accumulate_grad_hooks)
    self._post_accumulate_grad_hooks[handle.id] = hook
    return handle


def _reinforce(self, reward):
    raise RuntimeError("reinforce() was removed.\nUse torch.distributions instead.")


def _module_load(self, other, assign=False):
    if assign:
        return other.detach()
    return self.copy_(other).detach()


def _reversed(self):
    if self.dim() == 0:
        return self
    return self.flip(0)


def _norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    return torch.norm(self, p, dim, keepdim, dtype=dtype)


def _lu(self, pivot=True, get_infos=False):
    return torch.lu(self, pivot=pivot, get_infos=get_infos)


def _stft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
          onesided=None, return_complex=None, align_to_window=None):
    return torch.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                      align_to_window)


def _istft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
           return_complex=False):
    return torch.istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)


def _resize(self, *sizes):
    warnings.warn("non-inplace resize is deprecated")
    return self.clone().resize_(*sizes)


def _split(self, split_size, dim=0):
    if isinstance(split_size, Tensor):
        try:
            split_size = int(split_size)
        except ValueError:
            pass
    if isinstance(split_size, int):
        return _VF.split(self, split_size, dim)
    return _VF.split_with_sizes(self, split_size, dim)


def _unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    return torch.unique(self, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


def _unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    return torch.unique_consecutive(self, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


@_wrap_type_error_to_not_implemented
def _rsub(self, other):
    return _VF.rsub(self, other)


@_wrap_type_error_to_not_implemented
def _rdiv(self, other):
    return self.reciprocal() * other


@_wrap_type_error_to_not_implemented
def _pow(self, exponent):
    return _VF.pow(self, exponent)


@_wrap_type_error_to_not_implemented
def _ipow(self, exponent):
    return self.pow_(exponent)


@_wrap_type_error_to_not_implemented
def _rpow(self, other):
    return _VF.pow(other, self)


@_wrap_type_error_to_not_implemented
def _rmod(self, other):
    return _VF.remainder(other, self)


@_wrap_type_error_to_not_implemented
def _floordiv(self, other):
    return _VF.floor_divide(self, other)


@_wrap_type_error_to_not_implemented
def _rfloordiv(self, other):
    return _VF.floor_divide(other if isinstance(other, torch.Tensor) else torch.tensor(other), self)


@_wrap_type_error_to_not_implemented
def _rlshift(self, other):
    return _VF.bitwise_left_shift(other, self)


@_wrap_type_error_to_not_implemented
def _rrshift(self, other):
    return _VF.bitwise_right_shift(other, self)


@_wrap_type_error_to_not_implemented
def _rmatmul(self, other):
    return _VF.matmul(other, self)


def _neg(self):
    return _VF.neg(self)


def _pos(self):
    return _VF.positive(self)


def _abs(self):
    return _VF.abs(self)


def _len(self):
    if self.dim() == 0:
        raise TypeError("len() of a 0-d tensor")
    return self.shape[0]


def _iter(self):
    if self.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(self.unbind(0))


def _contains(self, element):
    if isinstance(element, (Tensor, int, float, bool, complex)):
        return bool((element == self).any().item())
    raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")


def _format(self, format_spec):
    if self.dim() == 0 and not self.is_meta and type(self) is Tensor:
        return format(self.detach().item(), format_spec)
    if format_spec:
        raise TypeError("unsupported format string passed to Tensor.__format__")
    return str(self)


def _unflatten(self, dim, sizes):
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    return _VF.unflatten(self, dim, sizes)


def _is_shared(self):
    return self.is_cuda


def _share_memory_(self):
    return self


def _dim_order(self, *, ambiguity_check=False):
    strides = self.stride()
    return tuple(sorted(range(self.dim()), key=lambda axis: -strides[axis]))


def _storage(self):
    from torch.storage import TypedStorage

    return TypedStorage(wrap_storage=self.untyped_storage(), dtype=self.dtype, _internal=True)


def _reduce_ex(self, proto):
    """How `copy.copy` and pickles take a tensor apart: by its storage, or by its parts if it has none."""
    from collections import OrderedDict

    from torch import _utils
    from torch.nn import Parameter
    from torch.storage import has_typed_storage

    state = _utils._get_obj_state(self)
    if isinstance(self, Parameter):
        if not state:
            return _utils._rebuild_parameter, (self.data, self.requires_grad, OrderedDict())
        return _utils._rebuild_parameter_with_state, (self.data, self.requires_grad, OrderedDict(), state)
    if self.device.type == "meta":
        parts = _utils._rebuild_meta_tensor_no_storage, (self.dtype, tuple(self.size()), self.stride(), self.requires_grad)
    elif self.layout is torch.sparse_coo:
        parts = _utils._rebuild_sparse_tensor, (self.layout, (self._indices(), self._values(), self.size(), self.is_coalesced()))
    else:
        geometry = self.storage_offset(), tuple(self.size()), self.stride(), self.requires_grad, OrderedDict()
        if has_typed_storage(self.dtype):
            parts = _utils._rebuild_tensor_v2, (_storage(self), *geometry)
        else:
            parts = _utils._rebuild_tensor_v3, (self.untyped_storage(), *geometry, self.dtype)
    if type(self) is Tensor and not state:
        return parts
    return _utils._rebuild_from_type_v2, (parts[0], type(self), parts[1], state or None)


def _resize_as(self, tensor):
    warnings.warn("non-inplace resize_as is deprecated", stacklevel=2)
    return self.view(tensor.size()) if self.numel() == tensor.numel() else self.clone().resize_as_(tensor)


def _removed(name):
    def method(self, *args, **kwargs):
        from torch import _linalg_utils

        return getattr(_linalg_utils, name)(self, *args, **kwargs)

    return method


def _storage_type(self):
    return type(self.storage())


def _to_sparse_coo(self):
    return self.to_sparse()


def _dir(self):
    return sorted(set(dir(type(self))) | set(getattr(self, "__dict__", {})))


def _is_signed_type(self):
    return self.dtype.is_signed


def _torch_function(cls, func, types, args=(), kwargs=None):
    if kwargs is None:
        kwargs = {}
    with _C.DisableTorchFunctionSubclass():
        ret = func(*args, **kwargs)
    if func in torch.overrides.get_default_nowrap_functions():
        return ret
    return _convert(ret, cls)


def _convert(ret, cls):
    """Gives the results of an operator the class of a subclass's operator."""
    if cls is Tensor:
        return ret
    if isinstance(ret, Tensor) and not isinstance(ret, cls):
        return ret.as_subclass(cls)
    if isinstance(ret, (tuple, list)):
        return type(ret)(_convert(item, cls) for item in ret)
    return ret


_methods = {
    "__deepcopy__": _deepcopy, "__repr__": _repr, "backward": _backward, "register_hook": _register_hook,
    "register_post_accumulate_grad_hook": _register_post_accumulate_grad_hook, "reinforce": _reinforce, "module_load": _module_load,
    "__reversed__": _reversed, "norm": _norm, "lu": _lu, "stft": _stft, "istft": _istft, "resize": _resize, "split": _split,
    "unique": _unique, "unique_consecutive": _unique_consecutive, "__rsub__": _rsub, "__rdiv__": _rdiv, "__rtruediv__": _rdiv,
    "__pow__": _pow, "__ipow__": _ipow, "__rpow__": _rpow, "__rmod__": _rmod, "__floordiv__": _floordiv, "__rfloordiv__": _rfloordiv,
    "__rlshift__": _rlshift, "__rrshift__": _rrshift, "__rmatmul__": _rmatmul, "__neg__": _neg, "__pos__": _pos, "__abs__": _abs,
    "__len__": _len, "__iter__": _iter, "__contains__": _contains, "__format__": _format, "unflatten": _unflatten,
    "is_shared": _is_shared, "share_memory_": _share_memory_, "dim_order": _dim_order, "storage": _storage, "_typed_storage": _storage,
    "resize_as": _resize_as, "storage_type": _storage_type, "to_sparse_coo": _to_sparse_coo,
    **{name: _removed(name) for name in ("solve", "lstsq", "eig", "symeig", "cholesky", "qr")},
    "__reduce_ex__": _reduce_ex, "__dir__": _dir, "__array_priority__": 1000, "__torch_function__": classmethod(_torch_function),
    "__torch_dispatch__": _C._disabled_torch_dispatch_impl,
}
for _method_name, _method in _methods.items():
    for _function in (_method, getattr(_method, "__wrapped__", _method)):
        # What has two names goes by the first.
        if callable(_function) and _function is not _C._disabled_torch_dispatch_impl and not _function.__qualname__.startswith("Tensor."):
            _function.__name__ = _method_name
            _function.__qualname__ = "Tensor." + _method_name
_C._install_tensor_methods(_methods)
