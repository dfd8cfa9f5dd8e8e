"""Streams and events. Everything runs in order; a stream owns the memory that is taken while it is current."""

import torch


class Stream:
    def __init__(self, device=None, priority=0, stream_id=None, device_index=None, device_type=None, stream_ptr=None):
        self.device = torch.device("cuda", torch.cuda.current_device() if device is None else torch._utils._get_device_index(device, True))
        self.priority = priority
        self.stream_id = torch._C._cuda_nextStream(priority) if stream_id is None else stream_id
        self.cuda_stream = self.stream_id
        self._before = []

    def wait_event(self, event):
        if event._capturing:
            torch._C._cuda_joinCapture(self.stream_id)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def query(self):
        return True

    def synchronize(self):
        return None

    def is_capturing(self):
        return torch._C._cuda_isStreamCapturing(self.stream_id)

    def __enter__(self):
        self._before.append(torch._C._cuda_setStreamId(self.stream_id))
        return self

    def __exit__(self, *args):
        torch._C._cuda_setStreamId(self._before.pop())
        return None

    def __eq__(self, other):
        return isinstance(other, Stream) and self.device == other.device and self.stream_id == other.stream_id

    def __hash__(self):
        return hash((self.stream_id, str(self.device)))

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={hex(self.cuda_stream)}>"


class ExternalStream(Stream):
    def __init__(self, stream_ptr, device=None, **kwargs):
        super().__init__(device, stream_id=stream_ptr)


class Event:
    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False, external=False):
        self.enable_timing = enable_timing
        # A stream that waits for an event of a CUDA graph becomes part of it.
        self._capturing = False

    def record(self, stream=None):
        self._capturing = (torch.cuda.current_stream() if stream is None else stream).is_capturing()

    def wait(self, stream=None):
        (torch.cuda.current_stream() if stream is None else stream).wait_event(self)

    def query(self):
        return True

    def synchronize(self):
        return None

    def elapsed_time(self, end_event):
        return torch._C._unknown("torch.cuda.Event.elapsed_time: no time is modelled")

    def ipc_handle(self):
        return None
