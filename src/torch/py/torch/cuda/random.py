"""The CUDA generators' states."""

import torch
import torch._C as _C

__all__ = ["get_rng_state", "get_rng_state_all", "set_rng_state", "set_rng_state_all", "manual_seed", "manual_seed_all", "seed", "seed_all",
           "initial_seed"]


def _generator(device):
    if device is None or device == "cuda":
        index = _C._cuda_getDevice()
    elif isinstance(device, int):
        index = device
    else:
        index = torch.device(device).index
        if index is None:
            index = _C._cuda_getDevice()
    return _C._cuda_getDefaultGenerator(index)


def _all_generators():
    return [_C._cuda_getDefaultGenerator(i) for i in range(_C._cuda_getDeviceCount())]


def get_rng_state(device="cuda"):
    return _generator(device).get_state()


def get_rng_state_all():
    return [generator.get_state() for generator in _all_generators()]


def set_rng_state(new_state, device="cuda"):
    _generator(device).set_state(new_state)


def set_rng_state_all(new_states):
    for generator, state in zip(_all_generators(), new_states):
        generator.set_state(state)


def manual_seed(seed):
    _generator(None).manual_seed(int(seed))


def manual_seed_all(seed):
    for generator in _all_generators():
        generator.manual_seed(int(seed))


def seed():
    _generator(None).seed()


def seed_all():
    for generator in _all_generators():
        generator.seed()


def initial_seed():
    return _generator(None).initial_seed()
