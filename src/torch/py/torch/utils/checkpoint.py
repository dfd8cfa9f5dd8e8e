"""Activation checkpointing: what a region saved is recomputed in backward."""

import contextlib
import enum
import functools
import uuid
import warnings
import weakref
from collections import defaultdict

import torch
from torch.utils._pytree import tree_map
from torch.utils._python_dispatch import TorchDispatchMode

__all__ = ["checkpoint", "checkpoint_sequential", "CheckpointError", "CheckpointFunction", "check_backward_validity", "detach_variable",
           "get_device_states", "set_device_states", "noop_context_fn", "set_checkpoint_early_stop", "DefaultDeviceType",
           "set_checkpoint_debug_enabled", "CheckpointPolicy", "SelectiveCheckpointContext", "create_selective_checkpoint_contexts",
           "SAC_IGNORED_OPS", "GraphExecGroup"]

_DEFAULT_DETERMINISM_MODE = "default"
_checkpoint_debug_enabled = None


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled):
    global _checkpoint_debug_enabled
    prev = _checkpoint_debug_enabled
    try:
        _checkpoint_debug_enabled = enabled
        yield
    finally:
        _checkpoint_debug_enabled = prev


def detach_variable(inputs):
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    out = []
    for inp in inputs:
        if not isinstance(inp, torch.Tensor):
            out.append(inp)
            continue
        x = inp.detach()
        x.requires_grad = inp.requires_grad
        out.append(x)
    return tuple(out)


def check_backward_validity(inputs):
    if not any(inp.requires_grad for inp in inputs if isinstance(inp, torch.Tensor)):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)


def _get_device_module(device="cuda"):
    if device == "meta":
        return torch.device("meta")
    return getattr(torch, device)


class DefaultDeviceType:
    """The device whose random state is kept when no tensor argument says which."""

    _default_device_type = None

    @staticmethod
    def set_device_type(device="cuda"):
        DefaultDeviceType._default_device_type = device

    @staticmethod
    def get_device_type():
        if not DefaultDeviceType._default_device_type:
            DefaultDeviceType._default_device_type = "cuda" if torch.cuda.is_available() else "cpu"
        return DefaultDeviceType._default_device_type


def _infer_device_type(*args):
    device_types = []

    def add_device_types(arg):
        if isinstance(arg, torch.Tensor) and arg.device.type != "cpu":
            device_types.append(arg.device.type)
        return arg

    tree_map(add_device_types, args)
    if len(device_types) == 0:
        return DefaultDeviceType.get_device_type()
    if "cuda" in device_types:
        return "cuda"
    return device_types[0]


def get_device_states(*args):
    fwd_device_ids = []

    def add_device_ids(arg):
        if isinstance(arg, torch.Tensor) and arg.device.type not in ("cpu", "meta"):
            fwd_device_ids.append(arg.get_device())
        return arg

    tree_map(add_device_ids, args)
    fwd_device_states = []
    device_module = _get_device_module(_infer_device_type(*args))
    for device_id in fwd_device_ids:
        with device_module.device(device_id):
            fwd_device_states.append(device_module.get_rng_state())
    return fwd_device_ids, fwd_device_states


def set_device_states(devices, states, *, device_type=None):
    if device_type is None:
        device_type = DefaultDeviceType.get_device_type()
    if device_type == "meta":
        return
    device_module = _get_device_module(device_type)
    for device, state in zip(devices, states):
        with device_module.device(device):
            device_module.set_rng_state(state)


def _get_autocast_kwargs(device_type="cuda"):
    if torch.amp.is_autocast_available(device_type):
        device_autocast_kwargs = {"enabled": torch.is_autocast_enabled(device_type), "dtype": torch.get_autocast_dtype(device_type),
                                  "cache_enabled": torch.is_autocast_cache_enabled()}
    else:
        device_autocast_kwargs = None
    cpu_autocast_kwargs = {"enabled": torch.is_autocast_enabled("cpu"), "dtype": torch.get_autocast_dtype("cpu"),
                           "cache_enabled": torch.is_autocast_cache_enabled()}
    return device_autocast_kwargs, cpu_autocast_kwargs


def _autocast_again(device_type, device_autocast_kwargs):
    if torch.amp.is_autocast_available(device_type):
        return torch.amp.autocast(device_type=device_type, **device_autocast_kwargs)
    return contextlib.nullcontext()


# ---- the reentrant kind: a backward within the backward

class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.device_type = _infer_device_type(*args)
        ctx.device_autocast_kwargs, ctx.cpu_autocast_kwargs = _get_autocast_kwargs(ctx.device_type)
        if preserve_rng_state:
            ctx.fwd_cpu_state = torch.get_rng_state()
            ctx.had_device_in_fwd = False
            device_module = _get_device_module(ctx.device_type)
            if getattr(device_module, "_initialized", False):
                ctx.had_device_in_fwd = True
                ctx.fwd_devices, ctx.fwd_device_states = get_device_states(*args)

        ctx.inputs = []
        ctx.tensor_indices = []
        tensor_inputs = []
        for i, arg in enumerate(args):
            if torch.is_tensor(arg):
                tensor_inputs.append(arg)
                ctx.tensor_indices.append(i)
                ctx.inputs.append(None)
            else:
                ctx.inputs.append(arg)
        ctx.save_for_backward(*tensor_inputs)

        with torch.no_grad():
            outputs = run_function(*args)
        return outputs

    @staticmethod
    def backward(ctx, *args):
        if not torch.autograd._is_checkpoint_valid():
            raise RuntimeError("When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter "
                               "to .backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without "
                               "passing the `inputs` argument.")
        inputs = list(ctx.inputs)
        tensor_indices = ctx.tensor_indices
        tensors = ctx.saved_tensors
        for i, idx in enumerate(tensor_indices):
            inputs[idx] = tensors[i]

        rng_devices = []
        if ctx.preserve_rng_state and ctx.had_device_in_fwd:
            rng_devices = ctx.fwd_devices
        with torch.random.fork_rng(devices=rng_devices, enabled=ctx.preserve_rng_state, device_type=ctx.device_type):
            if ctx.preserve_rng_state:
                torch.set_rng_state(ctx.fwd_cpu_state)
                if ctx.had_device_in_fwd:
                    set_device_states(ctx.fwd_devices, ctx.fwd_device_states, device_type=ctx.device_type)
            detached_inputs = detach_variable(tuple(inputs))
            device_autocast_ctx = _autocast_again(ctx.device_type, ctx.device_autocast_kwargs)
            with torch.enable_grad(), device_autocast_ctx, torch.amp.autocast("cpu", **ctx.cpu_autocast_kwargs):
                outputs = ctx.run_function(*detached_inputs)

        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        outputs_with_grad = []
        args_with_grad = []
        for i in range(len(outputs)):
            if torch.is_tensor(outputs[i]) and outputs[i].requires_grad:
                outputs_with_grad.append(outputs[i])
                args_with_grad.append(args[i])
        if len(outputs_with_grad) == 0:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward(outputs_with_grad, args_with_grad)
        grads = tuple(inp.grad if isinstance(inp, torch.Tensor) else None for inp in detached_inputs)
        return (None, None) + grads


def noop_context_fn():
    return contextlib.nullcontext(), contextlib.nullcontext()


# ---- the entry

class _CheckpointedFunction:
    """`checkpoint` used as a decorator."""

    def __init__(self, function, **checkpoint_kwargs):
        self.function = function
        self.checkpoint_kwargs = dict(checkpoint_kwargs)
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args, **kwargs):
        return _checkpoint_impl(self.function, args, kwargs, **self.checkpoint_kwargs)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        descriptor_get = getattr(self.function, "__get__", None)
        if descriptor_get is None:
            return self
        return type(self)(descriptor_get(instance, owner), **self.checkpoint_kwargs)


def checkpoint(function=None, *args, use_reentrant=None, preserve_rng_state=True, context_fn=noop_context_fn,
               determinism_check=_DEFAULT_DETERMINISM_MODE, debug=False, early_stop=True, respect_saved_tensors_hooks=None, **kwargs):
    options = dict(use_reentrant=use_reentrant, preserve_rng_state=preserve_rng_state, context_fn=context_fn,
                   determinism_check=determinism_check, debug=debug, early_stop=early_stop,
                   respect_saved_tensors_hooks=respect_saved_tensors_hooks)
    if function is None and not args:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))
        return functools.partial(_CheckpointedFunction, **options)
    return _checkpoint_impl(function, args, kwargs, **options)


def _checkpoint_impl(function, args, kwargs, *, use_reentrant=None, preserve_rng_state=True, context_fn=noop_context_fn,
                     determinism_check=_DEFAULT_DETERMINISM_MODE, debug=False, early_stop=True, respect_saved_tensors_hooks=None):
    preserve = preserve_rng_state
    if use_reentrant is None:
        warnings.warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, calling "
                      "checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to "
                      "preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more details on the "
                      "differences between the two variants.", stacklevel=3)
        use_reentrant = True
    if kwargs and use_reentrant:
        raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))
    if use_reentrant:
        if context_fn is not noop_context_fn or debug is not False or respect_saved_tensors_hooks is not None:
            raise ValueError("Passing `context_fn`, `debug`, or `respect_saved_tensors_hooks` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    gen = _checkpoint_without_reentrant_generator_impl(
        function, args, kwargs, preserve_rng_state=preserve, context_fn=context_fn, determinism_check=determinism_check, debug=debug,
        early_stop=early_stop, respect_saved_tensors_hooks=respect_saved_tensors_hooks)
    next(gen)
    try:
        ret = function(*args, **kwargs)
    except BaseException as e:
        try:
            gen.throw(e)
        except StopIteration as stop:
            raise RuntimeError("torch.utils.checkpoint: the forward context provided by context_fn suppressed an exception raised during the "
                               "checkpointed forward. This is not supported because checkpoint cannot return a value for a failed forward."
                               ) from stop
        raise
    try:
        next(gen)
    except StopIteration:
        return ret
    raise AssertionError("torch.utils.checkpoint: expected context_fn generator to yield exactly twice, but it yielded more than twice.")


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    if use_reentrant is None:
        warnings.warn("torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In version 2.9 "
                      "we will raise an exception if use_reentrant is not passed.", stacklevel=2)
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))

    def run_function(start, end, functions):
        def forward(input):
            for j in range(start, end + 1):
                input = functions[j](input)
            return input

        return forward

    if isinstance(functions, torch.nn.Sequential):
        functions = list(functions.children())
    segment_size = len(functions) // segments
    end = -1
    for start in range(0, segment_size * (segments - 1), segment_size):
        end = start + segment_size - 1
        input = checkpoint(run_function(start, end, functions), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run_function(end + 1, len(functions) - 1, functions)(input)


# ---- the kind without reentry: hooks on what is saved

def _internal_assert(cond):
    if not cond:
        raise AssertionError("Something went unexpectedly wrong in activation checkpoint. Please report this bug by filing an issue to PyTorch.")


_enable_checkpoint_early_stop = None


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    global _enable_checkpoint_early_stop
    prev = _enable_checkpoint_early_stop
    try:
        _enable_checkpoint_early_stop = enable
        yield
    finally:
        _enable_checkpoint_early_stop = prev


class _Holder:
    """What the graph holds in place of a saved tensor: per backward the recomputed one, None once it was unpacked.

    PyTorch keeps the tensors in the frame, in a WeakKeyDictionary by handles that are here: they live as long. A holder is made
    for each saved tensor, so it is made without code of its own.
    """

    handles = {}


class _CheckpointFrame:
    """One checkpointed call: its inputs, weak references to its holders, and how far it has been recomputed, per backward."""

    def __init__(self, recompute_fn, early_stop, unpack_error_cb, metadata_fn):
        self.recompute_fn = recompute_fn
        self.saved_args = []
        self.weak_holders = []
        self.recomp_counter = defaultdict(int)
        self.is_recomputed = defaultdict(bool)
        self.early_stop = early_stop
        self.metadata_fn = metadata_fn
        self.unpack_error_cb = unpack_error_cb
        self.x_metadatas = []
        self.forward_completed = False
        self.ignore_saved_mismatch = False

    def save_inputs(self, *args):
        make = torch._C._autograd._make_saved_tensor
        self.saved_args = [make(arg, is_output=False) if isinstance(arg, torch.Tensor) else arg for arg in args]

    def get_inputs(self):
        saved = torch._C._autograd.SavedTensor
        return [arg.unpack() if isinstance(arg, saved) else arg for arg in self.saved_args]

    def check_recomputed_tensors_match(self, gid):
        if self.ignore_saved_mismatch:
            return
        if not len(self.weak_holders) == self.recomp_counter[gid]:
            raise CheckpointError("torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                                  f"recomputation.\nNumber of tensors saved during forward: {len(self.weak_holders)}\nNumber of tensors "
                                  f"saved during recomputation: {self.recomp_counter[gid]}.\n{_debug_tip}")
        nb_meta_different = []
        for idx, weak_holder in enumerate(self.weak_holders):
            holder = weak_holder()
            if holder is None:
                continue
            recomputed_x = holder.handles.get(gid)
            if recomputed_x is None:
                _internal_assert(False)
            x_meta = self.x_metadatas[idx]
            if x_meta != self.metadata_fn(recomputed_x):
                nb_meta_different.append((idx, x_meta, self.metadata_fn(recomputed_x)))
        if len(nb_meta_different) > 0:
            mismatched_tensors = ""
            for idx, x_meta, recomputed_meta in nb_meta_different:
                mismatched_tensors += f"tensor at position {idx}:\nsaved metadata: {x_meta}\nrecomputed metadata: {recomputed_meta}\n"
            raise CheckpointError("torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the "
                                  f"forward pass.\n{mismatched_tensors}.\n{_debug_tip}")


class CheckpointError(RuntimeError):
    pass


# as PyTorch prints it, for a user who searches for the message
_debug_tip = """
Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\u2011debug mode globally.
"""


def _default_meta_extractor(x):
    return {"shape": x.shape, "dtype": x.dtype, "device": x.device}


_allowed_determinism_checks_to_fns = {_DEFAULT_DETERMINISM_MODE: _default_meta_extractor, "none": lambda _: None}


class _StopRecomputationError(Exception):
    """Everything needed is there again."""


class _recomputation_hook(torch.autograd.graph.saved_tensors_hooks):
    """While recomputing: what is saved goes to the frame, detached, until nothing more is needed."""

    def __init__(self, target_frame_ref, gid):
        def pack_hook(x):
            x = x.detach() if x.requires_grad else x
            target_frame = target_frame_ref()
            if target_frame is None:
                raise AssertionError("Internal error: target_frame reference is None")
            recomp_idx = target_frame.recomp_counter[gid]
            target_frame.recomp_counter[gid] = recomp_idx + 1
            if recomp_idx >= len(target_frame.weak_holders):
                if target_frame.early_stop:
                    raise AssertionError("Unexpected state: target_frame.early_stop is set")
                if not target_frame.forward_completed:
                    target_frame.ignore_saved_mismatch = True
                    return x
                raise CheckpointError("torch.utils.checkpoint: trying to save more tensors during recomputation than during the original "
                                      "forward pass.")
            holder = target_frame.weak_holders[recomp_idx]()
            if holder is not None:
                if not holder.handles:
                    holder.handles = {gid: x}
                else:
                    _internal_assert(holder.handles.get(gid) is None)
                    holder.handles[gid] = x
            if recomp_idx + 1 == len(target_frame.weak_holders) and target_frame.early_stop:
                raise _StopRecomputationError
            return x

        def unpack_hook(x):
            return x

        super().__init__(pack_hook, unpack_hook)


class _checkpoint_hook(torch.autograd.graph.saved_tensors_hooks):
    """In the forward: nothing is kept but a holder; unpacking the first one recomputes the region."""

    def __init__(self, frame):
        ref, metadata_fn = weakref.ref, frame.metadata_fn
        add_holder, add_metadata = frame.weak_holders.append, frame.x_metadatas.append

        def pack_hook(x):
            holder = _Holder()
            add_holder(ref(holder))
            add_metadata(metadata_fn(x))
            return holder

        def unpack_hook(holder):
            gid = GraphExecGroup._get_current_group()
            if gid is None:
                gid = torch._C._current_graph_task_id()
                if gid == -1:
                    gid = int(uuid.uuid4())
            if not frame.is_recomputed[gid]:
                args = frame.get_inputs()
                try:
                    with _recomputation_hook(weakref.ref(frame), gid), torch.autograd.enable_grad():
                        frame.recompute_fn(*args)
                except _StopRecomputationError:
                    pass
                frame.is_recomputed[gid] = True
                frame.check_recomputed_tensors_match(gid)
            if gid not in holder.handles:
                _internal_assert(False)
            ret = holder.handles[gid]
            if ret is None:
                raise CheckpointError("torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. If you "
                                      "are calling ctx.saved_tensors in backward, make sure to do so only once. Otherwise please open an "
                                      "issue with details on your use case.")
            holder.handles[gid] = None
            return ret

        super().__init__(pack_hook, unpack_hook)


def _checkpoint_without_reentrant_generator(fn, preserve_rng_state=True, context_fn=noop_context_fn,
                                            determinism_check=_DEFAULT_DETERMINISM_MODE, debug=False, early_stop=True, *args,
                                            respect_saved_tensors_hooks=None, **kwargs):
    return _checkpoint_without_reentrant_generator_impl(
        fn, args, kwargs, preserve_rng_state=preserve_rng_state, context_fn=context_fn, determinism_check=determinism_check, debug=debug,
        early_stop=early_stop, respect_saved_tensors_hooks=respect_saved_tensors_hooks)


def _checkpoint_without_reentrant_generator_impl(fn, args, kwargs, *, preserve_rng_state=True, context_fn=noop_context_fn,
                                                 determinism_check=_DEFAULT_DETERMINISM_MODE, debug=False, early_stop=True,
                                                 respect_saved_tensors_hooks=None):
    if determinism_check not in _allowed_determinism_checks_to_fns:
        raise ValueError(f"determinism_check should be one of {list(_allowed_determinism_checks_to_fns.keys())}, but got {determinism_check}")
    metadata_fn = _allowed_determinism_checks_to_fns[determinism_check]
    device_type = _infer_device_type(*args)
    device_module = _get_device_module(device_type)
    forward_context, recompute_context = context_fn()
    device_autocast_kwargs, cpu_autocast_kwargs = _get_autocast_kwargs(device_type=device_type)
    if preserve_rng_state:
        fwd_cpu_state = torch.get_rng_state()
        had_device_in_fwd = False
        if getattr(device_module, "_initialized", False):
            had_device_in_fwd = True
            fwd_devices, fwd_device_states = get_device_states(*args)

    def recompute_fn(*args):
        rng_devices = []
        if preserve_rng_state and had_device_in_fwd:
            rng_devices = fwd_devices
        with torch.random.fork_rng(devices=rng_devices, enabled=preserve_rng_state, device_type=device_type):
            if preserve_rng_state:
                torch.set_rng_state(fwd_cpu_state)
                if had_device_in_fwd:
                    set_device_states(fwd_devices, fwd_device_states, device_type=device_type)
            device_autocast_ctx = _autocast_again(device_type, device_autocast_kwargs)
            with device_autocast_ctx, torch.amp.autocast("cpu", **cpu_autocast_kwargs), recompute_context:
                fn(*args, **kwargs)

    new_frame = _CheckpointFrame(recompute_fn, _enable_checkpoint_early_stop if _enable_checkpoint_early_stop is not None else early_stop,
                                 None, metadata_fn)
    if not torch.is_grad_enabled():
        yield
        return
    new_frame.save_inputs(*args)
    with _checkpoint_hook(new_frame), forward_context:
        yield
    new_frame.forward_completed = True
    return


# ---- selective checkpointing

class SelectiveCheckpointContext:
    def __init__(self, *, is_recompute, op_output=None):
        self.is_recompute = is_recompute
        self.op_output = op_output


class CheckpointPolicy(enum.Enum):
    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


def _policy_from_bool(b):
    return CheckpointPolicy.MUST_SAVE if b else CheckpointPolicy.PREFER_RECOMPUTE


SAC_IGNORED_OPS = {torch.ops.aten.detach.default}

_RECOMPUTE = object()
_CONSUMED = object()

_SAC_MISMATCH_MSG = ("This can happen if the operations in the checkpointed region are nondeterministic or depend on global state that changed "
                     "between forward and backward.")


class _VersionWrapper:
    def __init__(self, val):
        self.val = val
        self.version = val._version if isinstance(val, torch.Tensor) else None

    def get_val(self, allow_cache_entry_mutation):
        if self.version is not None and not allow_cache_entry_mutation and self.val._version != self.version:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self.val


def _wrap(x):
    return _VersionWrapper(x.detach() if isinstance(x, torch.Tensor) else x)


class _OperatorMode(TorchDispatchMode):
    """A mode that sees operators by a hook of the machine instead of by `__torch_dispatch__`."""

    def __init__(self):
        super().__init__()
        self.func_counter = defaultdict(int)
        self._hooks = []

    def __enter__(self):
        self._hooks.append(self._seen)
        torch._C._push_dispatch_hook(self._hooks[-1])
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        torch._C._pop_dispatch_hook()
        self._hooks.pop()
        return None

    def _seen(self, name, overload, compute, args):
        func = getattr(getattr(torch.ops.aten, name), overload)
        if func in SAC_IGNORED_OPS:
            return compute()
        idx = self.func_counter[func]
        self.func_counter[func] += 1
        return self.dispatched(func, idx, compute, args)


class _CachingTorchDispatchMode(_OperatorMode):
    """Keeps the outputs that the policy says to keep."""

    def __init__(self, policy_fn, storage, ac_graph_id=None):
        super().__init__()
        self.policy_fn = policy_fn
        self.storage = storage

    def dispatched(self, func, idx, compute, args):
        out = compute()
        policy = self.policy_fn(SelectiveCheckpointContext(is_recompute=False, op_output=out), func, *args)
        if isinstance(policy, bool):
            policy = _policy_from_bool(policy)
        is_kept = policy in (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)
        self.storage[func][idx] = tree_map(_wrap, out) if is_kept else _RECOMPUTE
        return out


class _CachedTorchDispatchMode(_OperatorMode):
    """Gives what was kept, and computes the rest again."""

    def __init__(self, policy_fn, storage, allow_cache_entry_mutation=False):
        super().__init__()
        self.storage = storage
        self.allow_cache_entry_mutation = allow_cache_entry_mutation

    def __enter__(self):
        self.func_counter.clear()
        return super().__enter__()

    def dispatched(self, func, idx, compute, args):
        func_storage = self.storage.get(func)
        if func_storage is None:
            raise RuntimeError(f"{func} encountered during backward but not found in storage. {_SAC_MISMATCH_MSG}")
        entry = func_storage.get(idx)
        if entry is None:
            raise RuntimeError(f"{func} invocation index {idx} encountered during backward but not found in storage. {_SAC_MISMATCH_MSG}")
        if entry is _CONSUMED:
            raise RuntimeError("Trying to backward an extra time. You are only allowed to backward once on any region computed under selective "
                               "activation checkpoint.")
        if entry is _RECOMPUTE:
            return compute()
        func_storage[idx] = _CONSUMED
        return tree_map(lambda x: x.get_val(self.allow_cache_entry_mutation), entry)


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    if isinstance(policy_fn_or_list, list):
        for op in policy_fn_or_list:
            if not isinstance(op, (torch._ops.OpOverload, torch._ops.HigherOrderOperator)):
                _extra = "Please update the OpOverloadPacket to a specific OpOverload." if isinstance(op, torch._ops.OpOverloadPacket) else ""
                raise ValueError(f"Expected op in `op_list` to be an OpOverload or HigherOrderOperator but got: {op} of type {type(op)}. {_extra}")

        def policy_fn(ctx, op, *args, **kwargs):
            return CheckpointPolicy.MUST_SAVE if op in policy_fn_or_list else CheckpointPolicy.PREFER_RECOMPUTE
    elif callable(policy_fn_or_list):
        policy_fn = policy_fn_or_list
    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    storage = defaultdict(dict)
    return _CachingTorchDispatchMode(policy_fn, storage), _CachedTorchDispatchMode(None, storage, allow_cache_entry_mutation)


class GraphExecGroup:
    """Backward calls within share what was recomputed."""

    _current = None

    def __enter__(self):
        if GraphExecGroup._current is not None:
            raise RuntimeError(f"GraphExecGroup contexts cannot be nested. Already inside group {GraphExecGroup._current}")
        GraphExecGroup._current = self
        return self

    def __exit__(self, *args):
        GraphExecGroup._current = None

    @classmethod
    def _get_current_group(cls):
        return GraphExecGroup._current
