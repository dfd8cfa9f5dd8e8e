"""Runs three steps with an optimizer under each of its options; prints the peaks of the first and the third, and the state."""
import gc

import torch
from torch import nn


class Net(nn.Module):
    """Parameters of the small and the large pool, of none, one and two dimensions."""

    def __init__(self, only_matrices=False):
        super().__init__()
        self.embedding = nn.Parameter(torch.zeros(700, 640))
        self.first = nn.Parameter(torch.zeros(640, 2000))
        self.second = nn.Parameter(torch.zeros(2000, 300))
        if not only_matrices:
            self.bias = nn.Parameter(torch.zeros(2000))
            self.scale = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        x = x @ self.embedding @ self.first
        if hasattr(self, "bias"):
            x = x * self.scale + self.bias
        return (x @ self.second).square().mean()


def figures():
    s = torch.cuda.memory_stats()
    torch.cuda.reset_peak_memory_stats()
    return (f"requested {s['requested_bytes.all.current']} peak_requested {s['requested_bytes.all.peak']}"
            f" peak_allocated {s['allocated_bytes.all.peak']} reserved {s['reserved_bytes.all.current']}")


def describe(value):
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype)[6:]}{list(value.shape)}@{value.device.type}"
    if isinstance(value, tuple):
        return f"({', '.join(describe(v) for v in value)})"
    return f"{type(value).__name__} of {len(value)}" if isinstance(value, list) else repr(value)


def run(name, make, dtype=torch.float32, only_matrices=False):
    torch.cuda.reset_peak_memory_stats()
    net = Net(only_matrices).cuda().to(dtype)
    x = torch.randn(40, 700, device="cuda", dtype=dtype)
    try:
        optimizer = make(net)
        for step in range(3):
            optimizer.zero_grad()
            net(x).backward()
            torch.cuda.reset_peak_memory_stats()
            optimizer.step()
            if step != 1:
                print(f"{name} {step}: {figures()}")
        states = [", ".join(f"{k} {describe(v)}" for k, v in state.items()) for state in optimizer.state.values()]
        print(f"{name} state: " + "; ".join(states[1:] if not only_matrices else states[:1]))
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0]}")
    optimizer = None
    gc.collect()


def sweep(cls, *several, only_matrices=False, **options):
    """The optimizer with its defaults, with each option alone in float32 and bfloat16, then with `several` at once."""
    alone = [{}] + [{name: value} for name, values in options.items() for value in values]
    for given in alone + list(several):
        text = ", ".join(f"{k}={describe(v)}" for k, v in given.items())
        for dtype in (torch.float32, torch.bfloat16) if len(given) < 2 else (torch.float32,):
            name = f"{cls.__name__}({text}) {str(dtype)[6:]}"
            run(name, lambda net: cls(net.parameters(), **given), dtype, only_matrices)
