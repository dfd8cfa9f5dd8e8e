"""The base of optimizers: parameter groups, state, hooks; and what their updates share."""

import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from copy import deepcopy
from itertools import chain
from typing import Any, Union

import torch
from torch.utils._foreach_utils import (
    _get_foreach_kernels_supported_devices, _get_fused_kernels_supported_devices, _group_tensors_by_device_and_dtype, Indices,
    TensorListList,
)
from torch.utils.hooks import RemovableHandle

__all__ = ["Optimizer", "register_optimizer_step_pre_hook", "register_optimizer_step_post_hook"]

_global_optimizer_pre_hooks = OrderedDict()
_global_optimizer_post_hooks = OrderedDict()
_foreach_supported_types = [torch.Tensor, torch.nn.parameter.Parameter]

ParamsT = Union[Iterable[torch.Tensor], Iterable[dict], Iterable[tuple]]
_params_t = ParamsT
StateDict = dict
DeviceDict = dict
DeviceDtypeDict = dict
Args = tuple
Kwargs = dict
GlobalOptimizerPreHook = Any
GlobalOptimizerPostHook = Any

# The texts that PyTorch puts into docstrings; libraries import them.
_params_doc = ""
_foreach_doc = ""
_fused_doc = ""
_capturable_doc = ""
_differentiable_doc = ""
_maximize_doc = ""


class _RequiredParameter:
    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()


def _use_grad_for_differentiable(func):
    """Runs a step with gradients as the group's `differentiable` says."""

    @functools.wraps(func)
    def _use_grad(*args, **kwargs):
        self = args[0]
        prev_grad = torch.is_grad_enabled()
        try:
            torch._C._set_grad_enabled(self.defaults["differentiable"])
            ret = func(*args, **kwargs)
        finally:
            torch._C._set_grad_enabled(prev_grad)
        return ret

    return _use_grad


def _get_value(x):
    return x.item() if isinstance(x, torch.Tensor) else x


def _stack_if_compiling(x):
    return x


def _dispatch_sqrt(x):
    return x.sqrt() if isinstance(x, torch.Tensor) else x ** 0.5


def _disable_dynamo_if_unsupported(single_tensor_fn=None):
    def wrapper(func):
        return func

    return wrapper


def _default_to_fused_or_foreach(params, differentiable, use_fused=False):
    """Foreach where every parameter is on a device that has it; fused only when asked for."""
    if differentiable:
        return False, False
    fused_supported_devices = _get_fused_kernels_supported_devices()
    foreach_supported_devices = _get_foreach_kernels_supported_devices()
    fused = use_fused and all(
        p is None or (type(p) in _foreach_supported_types and p.device.type in fused_supported_devices and torch.is_floating_point(p))
        for p in params)
    foreach = not fused and all(
        p is None or (type(p) in _foreach_supported_types and p.device.type in foreach_supported_devices) for p in params)
    return fused, foreach


torch._C._accelerate(_default_to_fused_or_foreach)


def _device_dtype_check_for_fused(p, cuda_unsupported=False):
    fused_supported_devices = _get_fused_kernels_supported_devices()
    if cuda_unsupported:
        fused_supported_devices.remove("cuda")
    if not (p.device.type in fused_supported_devices and torch.is_floating_point(p)):
        raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: "
                           f"{fused_supported_devices} but {p.dtype} and {p.device.type}")


def _view_as_real(params, *state_and_grads):
    """Complex parameters and what goes with them, seen as real, in place of the lists' entries."""
    for i, p in enumerate(params):
        if torch.is_complex(p):
            params[i] = torch.view_as_real(params[i])
            for s in state_and_grads:
                s[i] = torch.view_as_real(s[i])


def _get_scalar_dtype(is_fused=None):
    if is_fused:
        return torch.float32
    return torch.float64 if torch.get_default_dtype() == torch.float64 else torch.float32


def _get_capturable_supported_devices(supports_xla=True):
    devices = ["cuda", "xpu", "hpu", torch._C._get_privateuse1_backend_name()]
    if supports_xla:
        devices.append("xla")
    return devices


def _check_capturable(params, state_steps, supports_xla=False):
    devices = _get_capturable_supported_devices(supports_xla=supports_xla)
    if not all(p.device.type == step.device.type and p.device.type in devices for p, step in zip(params, state_steps)):
        raise AssertionError(f"If capturable=True, params and state_steps must be on supported devices: {devices}.")


def _to_scalar(x):
    if isinstance(x, torch.Tensor) and x.dim() != 0:
        return x.squeeze()
    return x


def _new_step(p, on_device, is_fused=None):
    """A step counter: on the parameter's device for capturable and fused updates, else on the CPU."""
    if on_device:
        return torch.zeros((), dtype=_get_scalar_dtype(is_fused=is_fused), device=p.device)
    return torch.tensor(0.0, dtype=_get_scalar_dtype(), device="cpu")


def _increment_steps(state_steps):
    if state_steps[0].is_cpu:
        torch._foreach_add_(state_steps, torch.tensor(1.0, device="cpu"), alpha=1.0)
    else:
        torch._foreach_add_(state_steps, 1)


def _decay_into_grads(grads, params, weight_decay, maximize):
    """Adds the L2 penalty: in place where the gradients are already a copy, else into new tensors."""
    if maximize:
        torch._foreach_add_(grads, params, alpha=weight_decay)
        return grads
    return torch._foreach_add(grads, params, alpha=weight_decay)


def _restore_groups(optimizer, defaults, step_on_device=("capturable",)):
    """After unpickling: options that older states lack, and step counters as tensors."""
    for group in optimizer.param_groups:
        for name, value in defaults.items():
            group.setdefault(name, value)
        for p in group["params"]:
            p_state = optimizer.state.get(p, [])
            if len(p_state) != 0 and "step" in p_state and not torch.is_tensor(p_state["step"]):
                on_device = any(group.get(name) for name in step_on_device)
                p_state["step"] = torch.tensor(float(p_state["step"]), dtype=_get_scalar_dtype(is_fused=group.get("fused")),
                                               device=p.device if on_device else None)


def register_optimizer_step_pre_hook(hook):
    handle = RemovableHandle(_global_optimizer_pre_hooks)
    _global_optimizer_pre_hooks[handle.id] = hook
    return handle


def register_optimizer_step_post_hook(hook):
    handle = RemovableHandle(_global_optimizer_post_hooks)
    _global_optimizer_post_hooks[handle.id] = hook
    return handle


class Optimizer:
    def __init__(self, params, defaults):
        self.defaults = defaults
        self._optimizer_step_pre_hooks = OrderedDict()
        self._optimizer_step_post_hooks = OrderedDict()
        self._optimizer_state_dict_pre_hooks = OrderedDict()
        self._optimizer_state_dict_post_hooks = OrderedDict()
        self._optimizer_load_state_dict_pre_hooks = OrderedDict()
        self._optimizer_load_state_dict_post_hooks = OrderedDict()
        self._patch_step_function()
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                            + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        param_groups = list(params)
        if len(param_groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(param_groups[0], dict):
            param_groups = [{"params": param_groups}]
        for param_group in param_groups:
            self.add_param_group(param_group)
        self._warned_capturable_if_run_uncaptured = True

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in ("_optimizer_step_pre_hooks", "_optimizer_step_post_hooks", "_optimizer_state_dict_pre_hooks",
                     "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks", "_optimizer_load_state_dict_post_hooks"):
            if name not in self.__dict__:
                self.__dict__[name] = OrderedDict()
        self._patch_step_function()
        self.defaults.setdefault("differentiable", False)

    def __repr__(self):
        format_string = self.__class__.__name__ + " ("
        for i, group in enumerate(self.param_groups):
            format_string += "\n"
            format_string += f"Parameter Group {i}\n"
            for key in sorted(group.keys()):
                if key != "params":
                    format_string += f"    {key}: {group[key]}\n"
        format_string += ")"
        return format_string

    def _accelerator_graph_capture_health_check(self):
        """Capture of CUDA graphs is not modelled: nothing to check."""

    _cuda_graph_capture_health_check = _accelerator_graph_capture_health_check

    def _optimizer_step_code(self):
        """A mark for profilers."""

    @staticmethod
    def profile_hook_step(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            self, *_ = args
            for pre_hook in chain(_global_optimizer_pre_hooks.values(), self._optimizer_step_pre_hooks.values()):
                result = pre_hook(self, args, kwargs)
                if result is not None:
                    if isinstance(result, tuple) and len(result) == 2:
                        args, kwargs = result
                    else:
                        raise RuntimeError(f"{func} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
            out = func(*args, **kwargs)
            self._optimizer_step_code()
            for post_hook in chain(self._optimizer_step_post_hooks.values(), _global_optimizer_post_hooks.values()):
                post_hook(self, args, kwargs)
            return out

        return wrapper

    @staticmethod
    def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
        return _group_tensors_by_device_and_dtype(tensorlistlist, with_indices)

    def _patch_step_function(self):
        self._zero_grad_profile_name = f"Optimizer.zero_grad#{self.__class__.__name__}.zero_grad"
        hooked = getattr(self.__class__.step, "hooked", None)
        if not hooked:
            self.__class__.step = self.profile_hook_step(self.__class__.step)
            self.__class__.step.hooked = True

    @staticmethod
    def _register(hooks, hook, prepend):
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_step_pre_hook(self, hook):
        return self._register(self._optimizer_step_pre_hooks, hook, False)

    def register_step_post_hook(self, hook):
        return self._register(self._optimizer_step_post_hooks, hook, False)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        return self._register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        return self._register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        return self._register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        return self._register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    def state_dict(self):
        for pre_hook in self._optimizer_state_dict_pre_hooks.values():
            pre_hook(self)
        param_mappings = {}
        start_index = 0

        def pack_group(group):
            nonlocal start_index
            packed = {k: v for k, v in group.items() if k != "params"}
            param_mappings.update({id(p): i for i, p in enumerate(group["params"], start_index) if id(p) not in param_mappings})
            packed["params"] = [param_mappings[id(p)] for p in group["params"]]
            start_index += len(packed["params"])
            return packed

        param_groups = [pack_group(g) for g in self.param_groups]
        packed_state = {(param_mappings[id(k)] if isinstance(k, torch.Tensor) else k): v for k, v in self.state.items()}
        state_dict = {"state": packed_state, "param_groups": param_groups}
        for post_hook in self._optimizer_state_dict_post_hooks.values():
            hook_result = post_hook(self, state_dict)
            if hook_result is not None:
                state_dict = hook_result
        return state_dict

    @staticmethod
    def _process_value_according_to_param_policy(param, value, param_id, param_groups, key=None):
        """Loaded state goes to its parameter's device and dtype; step counters stay unless the update wants them there."""
        fused = False
        capturable = False
        for pg in param_groups:
            if param_id in pg["params"]:
                fused = pg.get("fused", False)
                capturable = pg.get("capturable", False)
                break
        if key == "step":
            if capturable or fused:
                return value.to(dtype=torch.float32, device=param.device)
            return value
        if param.is_floating_point():
            return value.to(dtype=param.dtype, device=param.device)
        return value.to(device=param.device)

    def load_state_dict(self, state_dict):
        if torch._C._is_unknown(state_dict):
            torch._C._assume("load_state_dict: the optimizer's state is not known; it is created in the first step instead")
            return
        state_dict = state_dict.copy()
        for pre_hook in self._optimizer_load_state_dict_pre_hooks.values():
            hook_result = pre_hook(self, state_dict)
            if hook_result is not None:
                state_dict = hook_result
        groups = self.param_groups
        saved_groups = deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(g["params"]) != len(s["params"]) for g, s in zip(groups, saved_groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        id_map = dict(zip(chain.from_iterable(g["params"] for g in saved_groups), chain.from_iterable(g["params"] for g in groups)))

        def _cast(param, value, param_id, param_groups, key=None):
            if isinstance(value, torch.Tensor):
                return Optimizer._process_value_according_to_param_policy(param, value, param_id, param_groups, key)
            if isinstance(value, dict):
                return {k: _cast(param, v, param_id=param_id, param_groups=param_groups, key=k) for k, v in value.items()}
            if isinstance(value, Iterable):
                return type(value)(_cast(param, v, param_id=param_id, param_groups=param_groups) for v in value)
            return value

        state = defaultdict(dict)
        for k, v in state_dict["state"].items():
            if k in id_map:
                param = id_map[k]
                state[param] = _cast(param, v, param_id=k, param_groups=state_dict["param_groups"])
            else:
                state[k] = v

        def update_group(group, new_group):
            new_group["params"] = group["params"]
            if "param_names" in group and "param_names" not in new_group:
                new_group["param_names"] = group["param_names"]
            return new_group

        param_groups = [update_group(g, ng) for g, ng in zip(groups, saved_groups)]
        self.__setstate__({"state": state, "param_groups": param_groups})
        for post_hook in self._optimizer_load_state_dict_post_hooks.values():
            post_hook(self)

    def zero_grad(self, set_to_none=True):
        foreach = self.defaults.get("foreach", False) or self.defaults.get("fused", False)
        if not hasattr(self, "_zero_grad_profile_name"):
            self._patch_step_function()
        per_device_and_dtype_grads = defaultdict(lambda: defaultdict(list)) if foreach else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    if set_to_none:
                        p.grad = None
                    else:
                        if p.grad.grad_fn is not None:
                            p.grad.detach_()
                        else:
                            p.grad.requires_grad_(False)
                        if not foreach or p.grad.is_sparse:
                            p.grad.zero_()
                        else:
                            per_device_and_dtype_grads[p.grad.device][p.grad.dtype].append(p.grad)
        if foreach:
            for per_dtype_grads in per_device_and_dtype_grads.values():
                for grads in per_dtype_grads.values():
                    torch._foreach_zero_(grads)

    def step(self, closure=None):
        raise NotImplementedError

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, torch.Tensor):
            param_group["params"] = [params]
        elif isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will change "
                            "between runs. Please use a list instead.")
        else:
            param_group["params"] = list(params)

        # What is most often given passes all of these checks.
        if not torch._C._are_leaf_tensors(param_group["params"]):
            extracted_param_tensors = []
            extracted_param_names = []
            for param in param_group["params"]:
                if isinstance(param, tuple):
                    extracted_param_names.append(param[0])
                    extracted_param_tensors.append(param[1])
                else:
                    extracted_param_tensors.append(param)
            param_group["params"] = extracted_param_tensors
            if len(extracted_param_names) != 0:
                if len(extracted_param_names) == len(extracted_param_tensors):
                    param_group["param_names"] = extracted_param_names
                else:
                    raise ValueError("all optimizer params should be with/without names. Some param names are missing")

            for param in param_group["params"]:
                if not isinstance(param, torch.Tensor):
                    raise TypeError("optimizer can only optimize Tensors, but one of the params is " + torch.typename(param))
                if not self.defaults.get("differentiable", None) and not (param.is_leaf or param.retains_grad):
                    raise ValueError("can't optimize a non-leaf Tensor")

        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)

        params = param_group["params"]
        if len(params) != len(set(params)):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                          "see github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)

        param_set = set()
        for group in self.param_groups:
            param_set.update(set(group["params"]))
            if ("param_names" in param_group) != ("param_names" in group):
                current_group_txt = "with names" if "param_names" in param_group else "without names"
                raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                                 f"{current_group_txt} to the optimizer")
        if not param_set.isdisjoint(set(param_group["params"])):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)
