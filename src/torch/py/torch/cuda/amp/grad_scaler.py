"""`torch.cuda.amp.GradScaler`."""

import torch
from torch.amp.grad_scaler import OptState  # noqa: F401

__all__ = ["GradScaler", "OptState"]


class GradScaler(torch.amp.GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        super().__init__("cuda", init_scale=init_scale, growth_factor=growth_factor, backoff_factor=backoff_factor,
                         growth_interval=growth_interval, enabled=enabled)
