"""The state of the random number generators."""

import contextlib

import torch
from torch._C import default_generator


def set_rng_state(new_state):
    default_generator.set_state(new_state)


def get_rng_state():
    return default_generator.get_state()


def manual_seed(seed):
    """Seeds the CPU's and every CUDA generator."""
    seed = int(seed)
    torch.cuda.manual_seed_all(seed)
    return default_generator.manual_seed(seed)


def seed():
    value = default_generator.seed()
    torch.cuda.manual_seed_all(value)
    return value


def initial_seed():
    return default_generator.initial_seed()


def thread_safe_generator():
    return None


_fork_rng_warned_already = False


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"):
    """Puts the generators' states back at its end."""
    if device_type == "meta" or not enabled:
        yield
        return
    device_mod = torch.get_device_module(device_type)
    devices = list(range(device_mod.device_count())) if devices is None else list(devices)
    cpu_rng_state = get_rng_state()
    device_rng_states = [device_mod.get_rng_state(device) for device in devices]
    try:
        yield
    finally:
        set_rng_state(cpu_rng_state)
        for device, device_rng_state in zip(devices, device_rng_states):
            device_mod.set_rng_state(device_rng_state, device)
