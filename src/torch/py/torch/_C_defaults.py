"""Names of `torch._C` that need nothing native: set where the native module lacks them.

The contract between the two halves is NATIVES.md, one folder up.
"""

import enum
import types

import torch._C as _C


def _nothing(*args, **kwargs):
    return None


def _false(*args, **kwargs):
    return False


def _true(*args, **kwargs):
    return True


def _zero(*args, **kwargs):
    return 0


class _NoopGuard:
    """A context manager that changes nothing."""

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class _Placeholder:
    """Stands for a class of PyTorch's compiler side, for annotations and isinstance."""

    def __init__(self, *args, **kwargs):
        pass


def _placeholder(name):
    return type(name, (_Placeholder,), {"__module__": "torch._C"})


def _call_through(func, types, args=(), kwargs=None):
    return func(*args, **(kwargs or {}))


class _DispatchKeyMeta(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class _DispatchKey(metaclass=_DispatchKeyMeta):
    """Any key is its own name."""


class _DispatchKeySet:
    def __init__(self, *keys):
        self.keys = set(keys)

    def has(self, key):
        return key in self.keys

    def add(self, key):
        return _DispatchKeySet(*self.keys, key)

    def remove(self, key):
        return _DispatchKeySet(*(self.keys - {key}))

    __or__ = lambda self, other: _DispatchKeySet(*(self.keys | other.keys))


_DispatchKeySet.__name__ = "DispatchKeySet"


def _flag(default):
    """A getter and a setter over one value."""
    cell = [default]

    def get(*args):
        return cell[0]

    def put(*args, **kwargs):
        if args:
            cell[0] = args[-1]

    return get, put


def _fill(owner, name, value):
    if not hasattr(owner, name):
        setattr(owner, name, value)


# What operators may say of themselves (torchgen's tags.yaml).
_TAGS = ("core cudagraph_unsafe data_dependent_output dynamic_output_shape flexible_layout generated inplace inplace_view "
         "maybe_aliasing_or_mutating needs_contiguous_strides needs_exact_strides needs_fixed_stride_order nondeterministic_bitwise "
         "nondeterministic_seeded out out_variant pointwise pt2_compliant_tag reduction view_copy")


def install():
    for name in ("_log_api_usage_once", "_log_api_usage_metadata", "_get_tracing_state", "_set_tracing_state", "_cuda_init",
                 "_cuda_record_memory_history", "_stash_obj_in_tls", "_remove_obj_from_tls", "_add_docstr",
                 "_set_warn_on_accumulate_grad_stream_mismatch", "_cuda_synchronize", "_show_config",
                 "_jit_set_texpr_fuser_enabled", "_jit_set_profiling_mode", "_jit_set_profiling_executor",
                 "_jit_override_can_fuse_on_gpu", "_jit_override_can_fuse_on_cpu", "_jit_set_nvfuser_enabled",
                 "_jit_set_nvfuser_guard_mode", "_debug_only_display_vmap_rule", "set_flush_denormal", "_set_worker_signal_handlers",
                 "_set_worker_pids", "_remove_worker_pids", "_error_if_any_worker_fails", "_increment_version",
                 "_get_dispatch_mode", "_cuda_resetAccumulatedMemoryStats", "_get_graph_exec_group"):
        _fill(_C, name, _nothing)
    for name in ("_is_tracing", "_is_torch_function_mode_enabled", "_has_torch_function", "_has_torch_function_unary",
                 "_has_torch_function_variadic", "_cuda_isCurrentStreamCapturing", "_are_functorch_transforms_active",
                 "_jit_can_fuse_on_gpu", "_jit_can_fuse_on_cpu", "_jit_set_fusion_strategy", "_is_alias_of", "_is_default_mobile_cpu_allocator_set",
                 "_len_torch_dispatch_stack", "_len_torch_function_stack", "_has_mps", "_has_xpu", "_has_mtia"):
        _fill(_C, name, _false)
    for name in ("_autograd_init", "_jit_init", "_is_torch_function_enabled", "_has_cuda", "_has_mkldnn", "_has_cudnn"):
        _fill(_C, name, _true)
    _C._has_cuda = True
    for name in ("has_lapack", "has_mkl", "has_openmp", "has_spectral", "_has_distributed"):
        _fill(_C, name, True)
    for name in ("DisableTorchFunctionSubclass", "DisableTorchFunction", "_DisableTorchDispatch", "_ExcludeDispatchKeyGuard",
                 "_IncludeDispatchKeyGuard", "_ForceDispatchKeyGuard", "_SetExcludeDispatchKeyGuard", "_EnableTorchFunction",
                 "_AutoDispatchBelowAutograd", "_RestorePythonTLSSnapshot", "_DisablePythonDispatcher", "_EnablePythonDispatcher",
                 "_DisableFuncTorch", "_DisableAutocast", "_RAIIContextManager"):
        _fill(_C, name, type(name, (_NoopGuard,), {"__module__": "torch._C"}))
    for name in ("ScriptModule", "ScriptMethod", "ScriptFunction", "ScriptObject", "ScriptDict", "ScriptList", "Graph", "Node", "Value",
                 "Block", "Argument", "FunctionSchema", "CompilationUnit", "Future", "TracingState", "AliasDb", "IODescriptor",
                 "LiteScriptModule", "PyTorchFileReader", "PyTorchFileWriter", "OperatorInfo", "StaticModule", "CallStack",
                 "Type", "AnyType", "BoolType", "ClassType", "ComplexType", "DeviceObjType", "DictType", "EnumType", "FloatType",
                 "FutureType", "InterfaceType", "IntType", "ListType", "NoneType", "NumberType", "OptionalType", "PyObjectType",
                 "RRefType", "StreamObjType", "StringType", "SymBoolType", "SymIntType", "TensorType", "TupleType", "UnionType",
                 "AwaitType", "InferredType", "ThroughputBenchmark", "BenchmarkConfig", "ErrorReport", "Code", "ExecutionPlan"):
        _fill(_C, name, _placeholder(name))
    for name in ("_disabled_torch_function_impl", "_disabled_torch_dispatch_impl"):
        _fill(_C, name, _call_through)
    _fill(_C, "Tag", enum.Enum("Tag", _TAGS, module="torch._C", start=0))
    _fill(_C, "DispatchKey", _DispatchKey)
    _fill(_C, "DispatchKeySet", _DispatchKeySet)
    _fill(_C, "_get_privateuse1_backend_name", lambda: "privateuseone")
    _fill(_C, "_get_accelerator", lambda: _C.device("cuda"))
    _fill(_C, "_cuda_getCompiledVersion", lambda: 13000)
    _fill(_C, "_GLIBCXX_USE_CXX11_ABI", True)
    _fill(_C, "_get_default_device", lambda: _C.device("cpu"))
    _fill(_C, "_is_unknown", _false)
    _fill(_C, "_assume", _nothing)
    _fill(_C, "_get_num_threads", lambda: 1)
    _fill(_C, "get_num_threads", lambda: 1)
    _fill(_C, "get_num_interop_threads", lambda: 1)
    for name in ("set_num_threads", "set_num_interop_threads", "init_num_threads"):
        _fill(_C, name, _nothing)

    for getter, setter, default in (
        ("_get_deterministic_algorithms", "_set_deterministic_algorithms", False),
        ("_get_deterministic_algorithms_warn_only", "_set_deterministic_algorithms_warn_only", False),
        ("_get_deterministic_fill_uninitialized_memory", "_set_deterministic_fill_uninitialized_memory", True),
        ("_get_warnAlways", "_set_warnAlways", False),
        ("_get_float32_matmul_precision", "_set_float32_matmul_precision", "highest"),
        ("_is_multithreading_enabled", "_set_multithreading_enabled", True),
        ("_is_view_replay_enabled", "_set_view_replay_enabled", False),
        ("is_anomaly_enabled", "_set_anomaly_enabled", False),
        ("is_anomaly_check_nan_enabled", "_set_anomaly_check_nan", True),
        ("_is_grad_layout_enforcement_enabled", "_set_grad_layout_enforcement_enabled", True),
    ):
        get, put = _flag(default)
        if not hasattr(_C, getter):
            setattr(_C, getter, get)
            setattr(_C, setter, put)
    _fill(_C, "set_anomaly_enabled", lambda mode, check_nan=True: getattr(_C, "_set_anomaly_enabled", _nothing)(mode))

    autograd = _C._autograd
    for name in ("_saved_tensors_hooks_disable", "_saved_tensors_hooks_enable", "_saved_tensors_hooks_get_disabled_error_message",
                 "_unsafe_set_version_counter"):
        _fill(autograd, name, _nothing)
    _fill(autograd, "_saved_tensors_hooks_is_enabled", _true)
    _fill(autograd, "_top_saved_tensors_default_hooks", _nothing)
    _fill(autograd, "_get_sequence_nr", _zero)
    _fill(autograd, "kineto_available", _false)

    for name in ("_nn", "_linalg", "_fft", "_special", "_sparse", "_nested", "_functions", "_distributed_c10d"):
        _fill(_C, name, types.SimpleNamespace())


install()
