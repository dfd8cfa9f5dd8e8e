"""The profiler before Kineto."""

from torch.autograd.profiler import profile  # noqa: F401
