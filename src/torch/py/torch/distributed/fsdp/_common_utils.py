"""States and names of the first FSDP, and the walks over a model's states."""

import collections
from enum import Enum, auto

import torch
from torch import nn
from torch.distributed.utils import _apply_to_tensors

FSDP_WRAPPED_MODULE = "_fsdp_wrapped_module"
FSDP_PREFIX = FSDP_WRAPPED_MODULE + "."
FSDP_FLATTENED = "_fsdp_flattened"
FLAT_PARAM = "_flat_param"
_CHECKPOINT_PREFIX = "_checkpoint_wrapped_module."


class TrainingState(Enum):
    IDLE = auto()
    FORWARD_BACKWARD = auto()
    SUMMON_FULL_PARAMS = auto()


class HandleTrainingState(Enum):
    IDLE = auto()
    FORWARD = auto()
    BACKWARD_PRE = auto()
    BACKWARD_POST = auto()
    SUMMON_FULL_PARAMS = auto()


class _FSDPState:
    """What a wrapper is beside a module."""


def _get_fsdp_states(module):
    """The wrappers below a module, itself included, in the order of a depth-first walk."""
    states, visited, queue = [], set(), collections.deque([module])
    while queue:
        submodule = queue.popleft()
        visited.add(submodule)
        for child in reversed(list(submodule.children())):
            if child not in visited:
                queue.appendleft(child)
        if isinstance(submodule, _FSDPState) and submodule not in states:
            states.append(submodule)
    return states


def _get_fsdp_handles(module):
    return [state._handle for state in _get_fsdp_states(module) if state._handle is not None]


def clean_tensor_name(tensor_name):
    return tensor_name.replace(FSDP_PREFIX, "").replace(_CHECKPOINT_PREFIX, "")


def _set_fsdp_flattened(tensor):
    setattr(tensor, FSDP_FLATTENED, True)


def _is_fsdp_flattened(tensor):
    return getattr(tensor, FSDP_FLATTENED, False)


def _get_param_to_fqns(model):
    """The names that each parameter stands for: those of its parts where it is a flat one."""
    names = {}
    for module_name, module in model.named_modules(remove_duplicate=False):
        prefix = module_name + "." if module_name else ""
        for name, param in module._parameters.items():
            if param is not None and param not in names:
                local = param._fqns if getattr(param, "_is_flat_param", False) else [name]
                names[param] = [clean_tensor_name(prefix + each) for each in local]
    return names


def _assert_in_training_states(state, training_states):
    if state.training_state not in training_states:
        message = f"expected to be in states {training_states} but current state is {state.training_state}"
        if state.rank == 0:
            if isinstance(state, nn.Module):
                print(f"Asserting FSDP instance is: {state}")
            print(f"ERROR: {message}")
        raise ValueError(message)


def _override_module_mixed_precision(root, module_classes_to_override):
    """Modules of these classes compute in float: their inputs are cast, and their outputs back."""
    classes = tuple(set(module_classes_to_override))
    found = set()
    for module in root.modules():
        if isinstance(module, classes):
            found.add(type(module))
            module._wrap_overrides = {"mixed_precision": None}
            _compute_in_float(module)
    return found


def _compute_in_float(module):
    given = {}

    def to(dtype, x):
        if not torch.is_floating_point(x) or x.dtype == dtype:
            return x
        given["dtype"] = x.dtype
        return x.to(dtype)

    def forward_pre_hook(module, args):
        return _apply_to_tensors(lambda x: to(torch.float32, x), args)

    def forward_post_hook(module, args, output):
        if "dtype" in given:
            dtype = given["dtype"]
            return _apply_to_tensors(lambda x: to(dtype, x), output)

    module.register_forward_pre_hook(forward_pre_hook, prepend=False)
    module.register_forward_hook(forward_post_hook, prepend=False)


def _no_dispatch_record_stream(tensor, stream):
    if tensor.device.type == "cuda":
        tensor.record_stream(stream)


def _get_buffers_and_dtypes_for_computation(state):
    buffers, dtypes, visited = [], [], set()
    for fsdp_state in reversed(state._all_fsdp_states):
        for name, buffer in fsdp_state.named_buffers():
            if buffer in visited:
                continue
            visited.add(buffer)
            if clean_tensor_name(name) not in fsdp_state._ignored_buffer_names:
                buffers.append(buffer)
                dtypes.append(fsdp_state.mixed_precision.buffer_dtype)
    return buffers, dtypes


def _cast_buffers_to_dtype_and_device(buffers, buffer_dtypes, device):
    for buffer, dtype in zip(buffers, buffer_dtypes):
        if not torch.is_floating_point(buffer) or dtype is None:
            buffer.data = buffer.to(device=device)
        else:
            buffer.data = buffer.to(device=device, dtype=dtype)
