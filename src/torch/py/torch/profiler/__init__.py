"""The profiler: its contexts record nothing."""

from enum import Enum

from torch.autograd.profiler import KinetoStepTracker, record_function

__all__ = ["profile", "schedule", "supported_activities", "tensorboard_trace_handler", "ProfilerAction", "ProfilerActivity", "kineto_available",
           "DeviceType", "record_function", "ExecutionTraceObserver"]


class ProfilerActivity(Enum):
    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3
    HPU = 4
    PrivateUse1 = 5


class DeviceType(Enum):
    CPU = 0
    CUDA = 1


class ProfilerAction(Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class profile:
    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, **kwargs):
        self.activities = activities

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        return None

    def start(self):
        return None

    def stop(self):
        return None

    def step(self):
        return None

    def key_averages(self, *args, **kwargs):
        return self

    def table(self, *args, **kwargs):
        return ""

    def events(self):
        return []

    def export_chrome_trace(self, path):
        return None

    def export_stacks(self, path, metric="self_cpu_time_total"):
        return None

    def export_memory_timeline(self, path, device=None):
        return None

    def add_metadata(self, key, value):
        return None

    def add_metadata_json(self, key, value):
        return None


_KinetoProfile = profile


class ExecutionTraceObserver:
    def register_callback(self, output_file_path):
        return self

    def start(self):
        return None

    def stop(self):
        return None


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    return lambda step: ProfilerAction.NONE


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    return lambda prof: None


def supported_activities():
    return {ProfilerActivity.CPU, ProfilerActivity.CUDA}


def kineto_available():
    return False


def __getattr__(name):
    if name in ("profiler", "itt"):
        import importlib

        return importlib.import_module("torch.profiler." + name)
    raise AttributeError(f"module 'torch.profiler' has no attribute '{name}'")
