"""Prints the caching allocator's figures after each stage of a script, and starts new peaks."""
import torch


def stage(name):
    s = torch.cuda.memory_stats()
    print(
        f"{name}:"
        f" requested {s['requested_bytes.all.current']} peak_requested {s['requested_bytes.all.peak']}"
        f" allocated {s['allocated_bytes.all.current']} peak_allocated {s['allocated_bytes.all.peak']}"
        f" reserved {s['reserved_bytes.all.current']}"
    )
    torch.cuda.reset_peak_memory_stats()
