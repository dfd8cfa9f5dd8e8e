"""The default device as a context."""

import torch


class DeviceContext:
    def __init__(self, device):
        self.device = torch.device(device)

    def __enter__(self):
        self.old_device = torch.get_default_device()
        torch.set_default_device(self.device)

    def __exit__(self, exc_type, exc_val, exc_tb):
        torch.set_default_device(self.old_device)


def device_decorator(device, func):
    from torch.utils._contextlib import context_decorator

    return context_decorator(lambda: device, func)


def set_device(device):
    return lambda func: device_decorator(torch.device(device), func)
