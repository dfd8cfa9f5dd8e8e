"""Automatic mixed precision."""

from torch.amp import autocast_mode
from torch.amp.autocast_mode import _enter_autocast, _exit_autocast, autocast, custom_bwd, custom_fwd, is_autocast_available
from torch.amp import grad_scaler
from torch.amp.grad_scaler import GradScaler
