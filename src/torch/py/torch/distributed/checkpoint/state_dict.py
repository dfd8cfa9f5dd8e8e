"""States of models and optimizers under the names of the unwrapped model (torch/distributed/checkpoint/state_dict.py)."""

import contextlib
import functools
import gc
from dataclasses import asdict, dataclass, field
from itertools import chain

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed._state_dict_utils import (
    _broadcast_state_dict, _distribute_state_dict, _flatten_state_dict, _gather_state_dict, _offload_state_dict_to_cpu, _unflatten_state_dict,
)
from torch.distributed.fsdp import (
    FullOptimStateDictConfig, FullStateDictConfig, FullyShardedDataParallel as FSDP, ShardedOptimStateDictConfig, ShardedStateDictConfig, StateDictType,
)
from torch.distributed.tensor import DTensor
from torch.nn.parallel import DistributedDataParallel as DDP

_CHECKPOINT_PREFIX = "_checkpoint_wrapped_module."
_FSDP_WRAPPED_MODULE, _FLAT_PARAM, _EXTRA_STATE_KEY = "_fsdp_wrapped_module", "_flat_param", "_extra_state"


@contextlib.contextmanager
def _gc_context():
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_enabled:
            gc.enable()


@dataclass
class StateDictOptions:
    full_state_dict: bool = False
    cpu_offload: bool = False
    ignore_frozen_params: bool = False
    keep_submodule_prefixes: bool = True
    strict: bool = True
    broadcast_from_rank0: bool = False
    flatten_optimizer_state_dict: bool = False
    dsd_fqn_modifiers: str = "_fqn_modifiers"


@dataclass
class _StateDictInfo(StateDictOptions):
    fqn_param_mapping: dict = field(default_factory=dict)
    shared_params_mapping: dict = field(default_factory=dict)
    submodule_prefixes: set = field(default_factory=set)
    handle_model: bool = True
    handle_optim: bool = True
    fsdp_context: object = contextlib.nullcontext
    fsdp_modules: list = field(default_factory=list)


def _get_fqns(model, name, dsd_fqn_modifiers="_fqn_modifiers", skip_ddp_prefix=True, skip_compiler_prefix=True):
    """A parameter's name without those of wrappers; several where it is the flat one of the first FSDP."""
    name = name.replace(_CHECKPOINT_PREFIX, "")
    if "." not in name:
        return {name}
    parts = name.split(".")
    kept, current = [], model
    for i, part in enumerate(parts):
        if isinstance(current, DDP):
            current = current.module
            if not skip_ddp_prefix:
                kept.append(part)
        elif isinstance(current, FSDP):
            if i < len(parts) - 1 and parts[i + 1] == _FLAT_PARAM:
                prefix = "".join(one + "." for one in kept)
                return {prefix + fqn for fqn in getattr(current, _FLAT_PARAM)._fqns}
            current = getattr(current, _FSDP_WRAPPED_MODULE)
            if part != _FSDP_WRAPPED_MODULE:
                kept.append(part)
                current = getattr(current, part)
        elif isinstance(current, torch._dynamo.eval_frame.OptimizedModule):
            current = current._orig_mod
            if not skip_compiler_prefix:
                kept.append(part)
        else:
            if hasattr(current, dsd_fqn_modifiers):
                removed = getattr(current, dsd_fqn_modifiers)().get(part)
                if removed and hasattr(current, removed):
                    current = getattr(current, removed)
            kept.append(part)
            if part != _EXTRA_STATE_KEY:
                current = getattr(current, part)
    return {".".join(kept).replace(_CHECKPOINT_PREFIX, "")}


class _EXTRA_STATE:
    pass


def _iterate_valid_model_state(model, dsd_fqn_modifiers="_fqn_modifiers"):
    visited = set()

    # It holds itself, and so every module, until cycles are collected.
    def recurse(module, fqn):
        visited.add(module)
        fqn = f"{fqn}." if fqn else ""
        for name, submodule in module.named_children():
            if submodule in visited:
                continue
            is_hidden = hasattr(module, dsd_fqn_modifiers) and name in getattr(module, dsd_fqn_modifiers)().values()
            yield from recurse(submodule, fqn[:-1] if is_hidden else f"{fqn}{name}")
        for name, value in chain(module.named_buffers(recurse=False), module.named_parameters(recurse=False)):
            if name not in module._non_persistent_buffers_set:
                yield f"{fqn}{name}", value
        if getattr(module.__class__, "get_extra_state", nn.Module.get_extra_state) != nn.Module.get_extra_state:
            yield f"{fqn}{_EXTRA_STATE_KEY}", _EXTRA_STATE()

    yield from recurse(model, "")


def _fsdp_context(model, options):
    if options.full_state_dict:
        kind = StateDictType.FULL_STATE_DICT
        config = FullStateDictConfig(offload_to_cpu=options.cpu_offload, rank0_only=options.cpu_offload)
        optim_config = FullOptimStateDictConfig(offload_to_cpu=options.cpu_offload, rank0_only=options.cpu_offload or options.broadcast_from_rank0)
    else:
        kind = StateDictType.SHARDED_STATE_DICT
        config = ShardedStateDictConfig(offload_to_cpu=options.cpu_offload)
        optim_config = ShardedOptimStateDictConfig(offload_to_cpu=options.cpu_offload)
    return functools.partial(FSDP.state_dict_type, module=model, state_dict_type=kind, state_dict_config=config, optim_state_dict_config=optim_config)


def _verify_options(model, optims, optim_only, *, submodules=None, options=None):
    if optim_only and not optims:
        raise RuntimeError("Optimizers are not passed in but optim_only is set to True.")
    options = options or StateDictOptions()
    names, shared = {}, {}
    for name, param in _iterate_valid_model_state(model):
        if isinstance(param, _EXTRA_STATE):
            continue
        fqns = _get_fqns(model, name)
        if names.get(param) is not None:
            names[param].update(fqns)
            shared[param] = names[param]
        else:
            names[param] = fqns.copy()
        for fqn in fqns:
            names[fqn] = param
    for param, fqns in list(shared.items()):
        for fqn in fqns:
            shared[fqn] = param
    prefixes = set()
    if submodules:
        for name, module in model.named_modules():
            if module in set(submodules):
                prefixes.update(f"{fqn}." for fqn in _get_fqns(model, name))
    if options.broadcast_from_rank0 and not options.full_state_dict:
        raise ValueError("full_state_dict must be True when broadcast_from_rank0 is True.")
    fsdp_modules = FSDP.fsdp_modules(model)
    return _StateDictInfo(
        **asdict(options),
        fqn_param_mapping=names,
        shared_params_mapping=shared,
        submodule_prefixes=prefixes,
        fsdp_context=_fsdp_context(model, options) if fsdp_modules else contextlib.nullcontext,
        fsdp_modules=fsdp_modules,
        handle_model=not optim_only,
        handle_optim=len(optims) > 0,
    )


def _verify_state_dict(model_state_dict, optim_state_dict, info):
    may_be_empty = info.cpu_offload and info.full_state_dict or info.broadcast_from_rank0
    if (info.handle_model and not model_state_dict and not info.submodule_prefixes and not info.ignore_frozen_params and not may_be_empty
            and info.strict):
        raise RuntimeError(
            "The option indicates that model state_dict is required to save or load, but model state_dict is empty."
            f"rank = {dist.get_rank()=}.")
    if info.handle_optim and not optim_state_dict and not may_be_empty:
        raise RuntimeError(
            f"The option indicates that model state_dict is required to save, or load but optim state_dict is empty. {optim_state_dict}")
    for key in model_state_dict:
        if _FLAT_PARAM in key:
            raise RuntimeError(f"{key} contains {_FLAT_PARAM}. This can happen if the model is not the root module.")


def _maybe_full_or_cpu_state_dict(state_dict, info):
    if info.full_state_dict:
        ranks = (0,) if info.cpu_offload and dist.is_initialized() else ()
        return _gather_state_dict(state_dict, cpu_offload=info.cpu_offload, ranks_only=ranks)
    return _offload_state_dict_to_cpu(state_dict) if info.cpu_offload else state_dict


@torch.no_grad()
def _get_model_state_dict(model, info):
    if not info.handle_model:
        return {}
    with info.fsdp_context():
        state_dict = model.state_dict()
    for key in list(state_dict.keys()):
        fqn, = _get_fqns(model, key)
        if fqn != key:
            state_dict[fqn] = state_dict.pop(key)
    if info.submodule_prefixes:
        state_dict = {fqn if info.keep_submodule_prefixes else fqn[len(prefix):]: value
                      for fqn, value in state_dict.items() for prefix in info.submodule_prefixes if fqn.startswith(prefix)}
    if info.ignore_frozen_params:
        for key, param in model.named_parameters():
            if not param.requires_grad:
                for fqn in _get_fqns(model, key):
                    state_dict.pop(fqn)
    return _maybe_full_or_cpu_state_dict(state_dict, info)


@torch.no_grad()
def _load_model_state_dict(model, state_dict, info):
    if not info.handle_model or not state_dict and not info.broadcast_from_rank0:
        return nn.modules.module._IncompatibleKeys({}, {})
    local_state_dict = {}
    for key, value in _iterate_valid_model_state(model, info.dsd_fqn_modifiers):
        fqns = _get_fqns(model, key, info.dsd_fqn_modifiers)
        wrapped = _get_fqns(model, key, info.dsd_fqn_modifiers, skip_ddp_prefix=False, skip_compiler_prefix=False)
        for fqn, fqn_with_prefix in zip(fqns, wrapped):
            if (not info.broadcast_from_rank0 or dist.get_rank() == 0) and fqn != fqn_with_prefix:
                load_value = state_dict.pop(fqn, None)
                if load_value is not None:
                    state_dict[fqn_with_prefix] = load_value
                elif info.strict:
                    raise RuntimeError(f"Missing key: {fqn}.")
            local_state_dict[fqn_with_prefix] = value
    assign = False
    if info.broadcast_from_rank0 or info.full_state_dict:
        devices = {value.device for value in local_state_dict.values() if torch.is_tensor(value) and value.dim() > 0}
        if torch.device("meta") in devices:
            devices.remove(torch.device("meta"))
            assign = True
        if len(devices) > 1:
            raise ValueError("Multiple devices found")
        device = devices.pop() if devices else torch.device("cuda", torch.cuda.current_device())
        if info.broadcast_from_rank0:
            _broadcast_state_dict(state_dict, local_state_dict, device=device, strict=info.strict, cpu_offload=info.cpu_offload)
        else:
            _distribute_state_dict(state_dict, local_state_dict, device=device)
        state_dict.update(local_state_dict)
    with info.fsdp_context():
        return model.load_state_dict(state_dict=state_dict, strict=info.strict, assign=assign)


def _init_optim_state(optim):
    """An optimizer that has not stepped yet gets its state by a step of zero gradients at a rate of zero."""
    if optim.state:
        return
    for group in optim.param_groups:
        for param in group["params"]:
            if param.grad is not None:
                return
    for group in optim.param_groups:
        for param in group["params"]:
            if param.requires_grad:
                param.grad = torch.zeros_like(param)
    lrs = []
    for group in optim.param_groups:
        if "lr" in group:
            lrs.append(group["lr"])
            group["lr"] = torch.tensor(0.0) if isinstance(group["lr"], torch.Tensor) else 0.0
    optim.step(closure=None)
    for group in optim.param_groups:
        if "lr" in group:
            group["lr"] = lrs.pop(0)
    optim.zero_grad(set_to_none=True)


def _flatten_optim_state_dict(state_dict):
    flat = {}

    def flatten(nested, prefix):
        for key, value in nested.items():
            if isinstance(value, dict):
                flatten(value, f"{prefix}.{key}")
            elif isinstance(value, (torch.Tensor, int, float)):
                flat[f"{prefix}.{key}"] = value
            else:
                raise NotImplementedError(
                    f"Flattening optimizer state_dict only supports tensor, int, float, dict states now. Type is {type(value)}.")

    for fqn, state in state_dict["state"].items():
        flatten(state, f"state.{fqn}")
    for group in state_dict["param_groups"]:
        for fqn in group.pop("params"):
            for key, value in group.items():
                flat[f"param_groups.{fqn}.{key}"] = value
    return flat


def _unflatten_optim_state_dict(optim, state_dict, info):
    state, groups = {}, []
    for group in optim.param_groups:
        names = []
        groups.append({"params": names})
        for param in group["params"]:
            for fqn in info.fqn_param_mapping[param]:
                if fqn in info.shared_params_mapping and not any(f"param_groups.{fqn}.{key}" in state_dict for key in group if key != "params"):
                    continue
                names.append(fqn)
                if not param.requires_grad:
                    continue
                state[fqn] = {}
                for name in optim.state[param]:
                    key = f"state.{fqn}.{name}"
                    if key in state_dict:
                        state[fqn][name] = state_dict[key]
                    else:
                        parts = {k[len(key) + 1:]: v for k, v in state_dict.items() if k.startswith(key + ".")}
                        state[fqn][name] = _unflatten_state_dict(parts, {k: tuple(k.split(".")) for k in parts})
        for key in group:
            if key != "params":
                groups[-1][key] = state_dict[f"param_groups.{names[0]}.{key}"]
    return {"state": state, "param_groups": groups}


@torch.no_grad()
def _get_optim_state_dict(model, optimizers, info):
    if not info.handle_optim:
        return {}
    result = {"state": {}, "param_groups": []}
    for optim in optimizers:
        _init_optim_state(optim)
        osd = optim.state_dict()
        if info.fsdp_modules:
            with info.fsdp_context():
                osd = FSDP.optim_state_dict(model, optim, osd)
            if not osd:
                continue
            osd["state"] = {key.replace("_orig_mod.", ""): value for key, value in osd["state"].items()}
            for group in osd["param_groups"]:
                group["params"] = [key.replace("_orig_mod.", "") for key in group["params"]]
        else:
            numbers = {param: i for i, param in enumerate(chain.from_iterable(group["params"] for group in optim.param_groups))}
            names = {}
            for key, param in model.named_parameters():
                fqn, = _get_fqns(model, key)
                if param in numbers:
                    names[numbers[param]] = fqn
                    _whole_sizes(param, osd["state"].get(numbers[param]))
            for key in list(osd["state"].keys()):
                osd["state"][names[key]] = osd["state"].pop(key)
            for group in osd["param_groups"]:
                group["params"] = [names[number] for number in group["params"]]
        result["state"].update(osd["state"])
        result["param_groups"].extend(osd["param_groups"])
    if info.flatten_optimizer_state_dict:
        result = _flatten_optim_state_dict(result)
    return _maybe_full_or_cpu_state_dict(result, info)


def _whole_sizes(param, state):
    """Operators here give a sharded parameter's state as plain parts: these say the whole's shape again."""
    if not isinstance(param, DTensor) or state is None:
        return
    size = param._local_tensor.size()
    for key, value in state.items():
        if isinstance(value, torch.Tensor) and not isinstance(value, DTensor) and value.size() == size:
            state[key] = DTensor(value, param._spec)


def _split_optim_state_dict(optim, optim_state_dict, info):
    """What of a dictionary of several optimizers belongs to this one."""
    if all(isinstance(key, int) for key in optim_state_dict["state"]):
        return optim_state_dict
    state, groups, owner = {}, [], {}
    loaded = optim_state_dict["param_groups"]
    for group in optim.param_groups:
        groups.append({"params": []})
        for param in group["params"]:
            for fqn in info.fqn_param_mapping[param]:
                if fqn in info.shared_params_mapping and not any(fqn in one["params"] for one in loaded):
                    continue
                groups[-1]["params"].append(fqn)
                if param.requires_grad:
                    if fqn in optim_state_dict["state"]:
                        state[fqn] = optim_state_dict["state"][fqn]
                    elif info.strict:
                        raise RuntimeError(
                            f"Missing optimizer state for parameter '{fqn}' in checkpoint. The parameter requires gradients but has no saved "
                            "optimizer state. To load anyway, use StateDictOptions(strict=False).")
                for one in loaded:
                    if fqn in one["params"]:
                        owner[id(one)] = len(groups) - 1
    for one in loaded:
        if id(one) in owner:
            groups[owner[id(one)]].update({key: value for key, value in one.items() if key != "params"})
    return {"state": state, "param_groups": groups}


@torch.no_grad()
def _load_optim_state_dict(model, optimizers, state_dict, info):
    if not info.handle_optim:
        return
    for optim in optimizers:
        _init_optim_state(optim)
        if not state_dict:
            optim_state_dict = {}
        elif "state" in state_dict:
            optim_state_dict = _split_optim_state_dict(optim, state_dict, info)
        else:
            optim_state_dict = _unflatten_optim_state_dict(optim, state_dict, info)
        if info.fsdp_modules:
            with info.fsdp_context():
                optim_state_dict = FSDP.optim_state_dict_to_load(model, optim, optim_state_dict)
        elif info.full_state_dict:
            optim_state_dict = _distributed_optim_state_dict(model, optim, optim_state_dict, info)
        optim.load_state_dict(state_dict=optim_state_dict)


def _distributed_optim_state_dict(model, optim, optim_state_dict, info):
    info.full_state_dict = False
    local = _get_optim_state_dict(model, (optim,), info)
    info.full_state_dict = True
    flat, mapping = _flatten_state_dict(optim_state_dict)
    flat_local, local_mapping = _flatten_state_dict(local)
    devices = {value.device for value in flat_local.values() if isinstance(value, torch.Tensor) and value.dim() > 0}
    if len(devices) > 1:
        raise ValueError("Device mismatch")
    (_broadcast_state_dict if info.broadcast_from_rank0 else _distribute_state_dict)(flat, flat_local, device=devices.pop())
    for key in flat:
        if key not in flat_local:
            flat_local[key], local_mapping[key] = flat[key], mapping[key]
    result = _unflatten_state_dict(flat_local, local_mapping)
    for group in result["param_groups"]:
        group.setdefault("params", [])
    return result


def _tuple_of(optimizers):
    return (optimizers,) if isinstance(optimizers, torch.optim.Optimizer) else tuple(optimizers)


def get_model_state_dict(model, *, submodules=None, options=None):
    with _gc_context():
        info = _verify_options(model, (), optim_only=False, submodules=submodules, options=options)
        model_state_dict = _get_model_state_dict(model, info)
        _verify_state_dict(model_state_dict, {}, info)
        return model_state_dict


def get_optimizer_state_dict(model, optimizers, *, submodules=None, options=None):
    with _gc_context():
        optimizers = _tuple_of(optimizers)
        info = _verify_options(model, optimizers, optim_only=True, submodules=submodules, options=options)
        optim_state_dict = _get_optim_state_dict(model, optimizers, info)
        _verify_state_dict({}, optim_state_dict, info)
        return optim_state_dict


def get_state_dict(model, optimizers, *, submodules=None, options=None):
    with _gc_context():
        optimizers = _tuple_of(optimizers)
        info = _verify_options(model, optimizers, optim_only=False, submodules=submodules, options=options)
        model_state_dict = _get_model_state_dict(model, info)
        optim_state_dict = _get_optim_state_dict(model, optimizers, info)
        _verify_state_dict(model_state_dict, optim_state_dict, info)
        return model_state_dict, optim_state_dict


def set_model_state_dict(model, model_state_dict, *, options=None):
    with _gc_context():
        info = _verify_options(model, (), optim_only=False, options=options)
        _verify_state_dict(model_state_dict, {}, info)
        return _load_model_state_dict(model, model_state_dict, info)


def set_optimizer_state_dict(model, optimizers, optim_state_dict, *, options=None):
    with _gc_context():
        optimizers = _tuple_of(optimizers)
        info = _verify_options(model, optimizers, optim_only=True, options=options)
        _verify_state_dict({}, optim_state_dict, info)
        _load_optim_state_dict(model, optimizers, optim_state_dict, info)


def set_state_dict(model, optimizers, *, model_state_dict, optim_state_dict, options=None):
    with _gc_context():
        optimizers = _tuple_of(optimizers)
        info = _verify_options(model, optimizers, optim_only=not model_state_dict, options=options)
        _verify_state_dict(model_state_dict, optim_state_dict, info)
        _load_optim_state_dict(model, optimizers, optim_state_dict, info)
        return _load_model_state_dict(model, model_state_dict, info)
