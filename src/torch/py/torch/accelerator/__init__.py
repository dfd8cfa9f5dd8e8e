"""The accelerator, whichever it is: CUDA."""

import torch


def is_available():
    return torch.cuda.is_available()


def device_count():
    return torch.cuda.device_count()


def current_accelerator(check_available=False):
    return torch.device("cuda") if torch.cuda.is_available() or not check_available else None


def current_device_index():
    return torch.cuda.current_device()


current_device_idx = current_device_index


def set_device_index(device, /):
    torch.cuda.set_device(device)


set_device_idx = set_device_index


def current_stream(device=None, /):
    return torch.cuda.current_stream(device)


def set_stream(stream, /):
    return None


def synchronize(device=None, /):
    return torch.cuda.synchronize(device)


def empty_cache():
    torch.cuda.empty_cache()


def memory_stats(device_index=None, /):
    return torch.cuda.memory_stats(device_index)


def memory_allocated(device_index=None, /):
    return torch.cuda.memory_allocated(device_index)


def max_memory_allocated(device_index=None, /):
    return torch.cuda.max_memory_allocated(device_index)


def memory_reserved(device_index=None, /):
    return torch.cuda.memory_reserved(device_index)


def max_memory_reserved(device_index=None, /):
    return torch.cuda.max_memory_reserved(device_index)


def reset_peak_memory_stats(device_index=None, /):
    return torch.cuda.reset_peak_memory_stats(device_index)


def reset_accumulated_memory_stats(device_index=None, /):
    return torch.cuda.reset_accumulated_memory_stats(device_index)


def get_memory_info(device_index=None, /):
    return torch.cuda.mem_get_info(device_index)


def get_device_capability(device=None, /):
    return {"supported_dtypes": set()}


class device_index(torch.cuda.device):
    pass


class memory:
    """The same functions under `torch.accelerator.memory`."""

    empty_cache = staticmethod(empty_cache)
    memory_allocated = staticmethod(memory_allocated)
