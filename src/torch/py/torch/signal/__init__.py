"""Signal processing."""

from torch.signal import windows  # noqa: F401
