"""Observers."""

from torch.ao.quantization import (  # noqa: F401
    HistogramObserver, MinMaxObserver, MovingAverageMinMaxObserver, NoopObserver, ObserverBase, PerChannelMinMaxObserver,
    PlaceholderObserver, default_observer, default_weight_observer,
)
