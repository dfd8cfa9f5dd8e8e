"""The profiler's class."""

from torch.profiler import ProfilerAction, profile, schedule, supported_activities, tensorboard_trace_handler  # noqa: F401
