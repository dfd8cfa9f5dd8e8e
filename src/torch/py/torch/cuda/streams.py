"""Streams and events. Everything runs in order, so they only keep their shape."""

import torch


class Stream:
    def __init__(self, device=None, priority=0, **kwargs):
        self.device = torch.device("cuda", torch.cuda.current_device() if device is None else torch._utils._get_device_index(device, True))
        self.priority = priority
        self.stream_id = 0
        self.cuda_stream = 0

    def wait_event(self, event):
        return None

    def wait_stream(self, stream):
        return None

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def query(self):
        return True

    def synchronize(self):
        return None

    def is_capturing(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None

    def __eq__(self, other):
        return isinstance(other, Stream) and self.device == other.device

    def __hash__(self):
        return hash(str(self.device))

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={hex(self.cuda_stream)}>"


class ExternalStream(Stream):
    def __init__(self, stream_ptr, device=None, **kwargs):
        super().__init__(device)


class Event:
    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False, external=False):
        self.enable_timing = enable_timing

    def record(self, stream=None):
        return None

    def wait(self, stream=None):
        return None

    def query(self):
        return True

    def synchronize(self):
        return None

    def elapsed_time(self, end_event):
        return torch._C._unknown("torch.cuda.Event.elapsed_time: no time is modelled")

    def ipc_handle(self):
        return None
