"""The Python half of the modelled PyTorch: the namespace that `import torch` gives.

What is C++ in PyTorch comes from `torch._C`. Submodules that most programs never touch are imported
when they are first asked for, where PyTorch imports them all.
"""

import builtins
import importlib
import math as _math
import sys

from math import e, inf, nan, pi

import torch._C as _C
from torch import _C_defaults
from torch._C import Generator, Size, device, dtype, finfo, iinfo, layout, memory_format, qscheme
from .torch_version import __version__

newaxis = None

globals().update(_C._public_names())

Tensor = _C.Tensor
default_generator = _C.default_generator
OutOfMemoryError = _C.OutOfMemoryError
strided = _C.strided
legacy_contiguous_format = _C.contiguous_format
_VF = _C._VariableFunctions

USE_GLOBAL_DEPS = True
USE_RTLD_GLOBAL_WITH_LIBTORCH = False
PRIVATE_OPS = ("unique_dim",)

# Names that belong to a submodule imported on first use.
_lazy_names = {
    "sym_not": "_symbolic", "sym_float": "_symbolic", "sym_int": "_symbolic", "sym_max": "_symbolic",
    "sym_min": "_symbolic", "sym_sum": "_symbolic", "sym_sqrt": "_symbolic", "sym_ite": "_symbolic", "sym_fresh_size": "_symbolic",
    "_sym_sqrt": "_symbolic", "SymInt": "_symbolic", "SymFloat": "_symbolic", "SymBool": "_symbolic",
    "save": "serialization", "load": "serialization",
    "UntypedStorage": "storage", "TypedStorage": "storage", "FloatStorage": "storage", "DoubleStorage": "storage",
    "HalfStorage": "storage", "BFloat16Storage": "storage", "LongStorage": "storage", "IntStorage": "storage",
    "ShortStorage": "storage", "CharStorage": "storage", "ByteStorage": "storage", "BoolStorage": "storage",
    "ComplexFloatStorage": "storage", "ComplexDoubleStorage": "storage", "QInt8Storage": "storage", "QUInt8Storage": "storage",
    "QInt32Storage": "storage",
    "FloatTensor": "_legacy_tensors", "DoubleTensor": "_legacy_tensors", "HalfTensor": "_legacy_tensors",
    "BFloat16Tensor": "_legacy_tensors", "LongTensor": "_legacy_tensors", "IntTensor": "_legacy_tensors",
    "ShortTensor": "_legacy_tensors", "CharTensor": "_legacy_tensors", "ByteTensor": "_legacy_tensors", "BoolTensor": "_legacy_tensors",
    "set_printoptions": "_tensor_str", "vmap": "func", "cond": "_higher_order_ops", "while_loop": "_higher_order_ops",
    "from_dlpack": "utils.dlpack", "to_dlpack": "utils.dlpack", "cholesky": "_linalg_utils", "qr": "_linalg_utils",
    "Storage": "storage", "StorageBase": "storage", "QUInt4x2Storage": "storage", "QUInt2x4Storage": "storage", "Stream": "cuda", "Event": "cuda", "GradScaler": "amp", "_custom_ops": None,
    "matrix_rank": "_linalg_utils", "solve": "_linalg_utils", "eig": "_linalg_utils", "symeig": "_linalg_utils", "lstsq": "_linalg_utils",
    "lobpcg": "_lobpcg", "pca_lowrank": "_lowrank", "svd_lowrank": "_lowrank", "JITException": "jit",
    "_utils_internal": None,
}

_lazy_modules = frozenset((
    "_classes", "_compile", "_custom_op", "_custom_ops", "_decomp", "_dispatch", "_dynamo", "_environment", "_export", "_functorch", "_guards",
    "_higher_order_ops", "_inductor", "_jit_internal", "_library", "_linalg_utils", "_lobpcg", "_logging", "_lowrank", "_meta_registrations",
    "_ops", "_prims", "_prims_common", "_refs", "_subclasses", "_tensor_str", "_utils", "_utils_internal", "_vmap_internals",
    "__config__", "__future__", "accelerator", "ao", "compiler", "cpu", "distributed", "distributions", "export", "fft", "func", "fx", "futures",
    "hub", "jit", "library", "linalg", "masked", "monitor", "mps", "mtia", "multiprocessing", "nested", "onnx", "optim", "overrides", "package",
    "profiler", "quantization", "quasirandom", "return_types", "serialization", "signal", "sparse", "special", "storage", "testing",
    "types", "version", "xpu", "backends", "_symbolic", "_legacy_tensors", "utils", "torch_version", "functional",
))


def _import_dotted_name(name):
    return importlib.import_module(name)


def __getattr__(name):
    home = _lazy_names.get(name)
    if home is not None:
        value = getattr(importlib.import_module("torch." + home), name)
        globals()[name] = value
        return value
    if name in _lazy_modules:
        return importlib.import_module("torch." + name)
    if name == "ops" or name == "classes":
        from torch._ops import classes, ops

        globals()["ops"] = ops
        globals()["classes"] = classes
        return globals()[name]
    if name == "torch":
        return sys.modules["torch"]
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


# ---- types of values

def typename(obj, /):
    """The name of an object's type as error messages print it; tensors answer `torch.FloatTensor` and so on."""
    if isinstance(obj, Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    module = getattr(obj, "__module__", None) or getattr(kind, "__module__", "") or ""
    qualname = getattr(obj, "__qualname__", None) or getattr(kind, "__qualname__", kind.__name__)
    if module in ("", "builtins"):
        return qualname
    return f"{module}.{qualname}"


def is_tensor(obj, /):
    return isinstance(obj, Tensor)


def is_storage(obj, /):
    from torch.storage import TypedStorage, UntypedStorage

    return isinstance(obj, (TypedStorage, UntypedStorage))


# ---- defaults

def get_default_device():
    """The device that factory functions use."""
    return _C._get_default_device()


def set_default_device(device):
    _C._set_default_device(None if device is None else _C.device(device))


def set_default_dtype(d, /):
    _C._set_default_dtype(d)


def get_default_dtype():
    return _C.get_default_dtype()


def set_default_tensor_type(t, /):
    """Sets dtype and device together from a legacy tensor type or its name."""
    if isinstance(t, str):
        t = _import_legacy_tensor_type(t)
    _C._set_default_dtype(t.dtype)
    _C._set_default_device(_C.device("cuda") if t.is_cuda else None)


def _import_legacy_tensor_type(name):
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module or "torch"), attribute)


def use_deterministic_algorithms(mode, *, warn_only=False):
    _C._set_deterministic_algorithms(mode, warn_only=warn_only)


def are_deterministic_algorithms_enabled():
    return _C._get_deterministic_algorithms()


def is_deterministic_algorithms_warn_only_enabled():
    return _C._get_deterministic_algorithms_warn_only()


def set_deterministic_debug_mode(debug_mode):
    modes = {"default": 0, "warn": 1, "error": 2}
    number = modes.get(debug_mode, debug_mode)
    _C._set_deterministic_algorithms(number != 0, warn_only=number == 1)


def get_deterministic_debug_mode():
    if _C._get_deterministic_algorithms():
        return 1 if _C._get_deterministic_algorithms_warn_only() else 2
    return 0


def get_float32_matmul_precision():
    return _C._get_float32_matmul_precision()


def set_float32_matmul_precision(precision):
    _C._set_float32_matmul_precision(precision)


def set_warn_always(b, /):
    _C._set_warnAlways(b)


def is_warn_always_enabled():
    return _C._get_warnAlways()


def compiled_with_cxx11_abi():
    return True


# ---- checks

def _assert(condition, message):
    """`assert` as a function."""
    assert condition, message


def _message(message, otherwise):
    if message is None:
        return otherwise
    return str(message() if callable(message) else message)


def _check_with(error_type, cond, message):
    if not cond:
        raise error_type(_message(message, "Expected cond to be True, but got False."))


def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


def _check_is_size(i, message=None, *, max=None):
    _check_with(RuntimeError, i >= 0, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


def _check_tensor_all_with(error_type, cond, message=None):
    if not is_tensor(cond):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if not cond.dtype == _C.bool:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    _check_with(error_type, cond.all(), message)


def _check_tensor_all(cond, message=None):
    _check_tensor_all_with(RuntimeError, cond, message)


def _constrain_as_size(symbol, min=None, max=None):
    return None


def _is_device_backend_autoload_enabled():
    return False


def _register_device_module(device_type, module):
    globals()[device_type] = module


def get_device_module(device=None):
    """The module of a device type: `torch.cuda`, `torch.cpu`, …"""
    if device is None:
        kind = "cuda"
    elif isinstance(device, _C.device):
        kind = device.type
    else:
        kind = _C.device(device).type
    return importlib.import_module("torch." + kind)


# ---- compilation

def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False, **kwargs):
    """Runs eagerly, and an assumption is recorded: a module is wrapped as PyTorch wraps it, a function comes back as it is."""
    if model is None:
        def decorator(function):
            return compile(function)

        return decorator
    if not disable:
        _C._assume("torch.compile: the model runs eagerly; a compiled graph may need more or less memory")
    if isinstance(model, nn.Module):
        from torch._dynamo.eval_frame import OptimizedModule

        return OptimizedModule(model)
    return model


def _disable_dynamo(fn=None, recursive=True):
    if fn is None:
        return lambda function: function
    return fn


def _running_with_deploy():
    return False


# ---- what users touch at once

from torch import _tensor  # noqa: E402  adds the Python methods to Tensor
from .functional import *  # noqa: E402,F403
from .functional import unravel_index, lu  # noqa: E402,F401
from torch import autograd as autograd  # noqa: E402
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled  # noqa: E402,F401
from torch import random as random  # noqa: E402
from torch.random import get_rng_state, initial_seed, manual_seed, seed, set_rng_state, thread_safe_generator  # noqa: E402,F401
from torch import cuda as cuda  # noqa: E402
from torch import amp as amp  # noqa: E402
from torch.amp import autocast  # noqa: E402,F401
from torch import nn as nn  # noqa: E402
