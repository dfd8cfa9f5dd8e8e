"""States of models and optimizers."""

from dataclasses import dataclass


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


def get_model_state_dict(model, *, submodules=None, options=None):
    return model.state_dict()


def get_optimizer_state_dict(model, optimizers, *, submodules=None, options=None):
    return optimizers.state_dict()


def get_state_dict(model, optimizers, *, submodules=None, options=None):
    return model.state_dict(), optimizers.state_dict()


def set_model_state_dict(model, model_state_dict, *, options=None):
    return model.load_state_dict(model_state_dict)


def set_optimizer_state_dict(model, optimizers, optim_state_dict, *, options=None):
    return optimizers.load_state_dict(optim_state_dict)


def set_state_dict(model, optimizers, *, model_state_dict, optim_state_dict, options=None):
    optimizers.load_state_dict(optim_state_dict)
    return model.load_state_dict(model_state_dict)
