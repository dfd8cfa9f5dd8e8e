"""Mixed precision on the CPU."""

import torch
from torch.amp import GradScaler as _GradScaler


class autocast(torch.amp.autocast_mode.autocast):
    def __init__(self, enabled=True, dtype=torch.bfloat16, cache_enabled=True):
        super().__init__("cpu", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(_GradScaler):
    def __init__(self, *args, **kwargs):
        super().__init__("cpu", *args, **kwargs)
