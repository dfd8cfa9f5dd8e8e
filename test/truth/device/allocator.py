"""Random allocator programs, run by real PyTorch; prints one JSON line per program.

A program follows from its seed (see `operations`). Its line holds the settings, the operations, a
digest of all statistics after each of them, the statistics at the end, the error messages and the memory
snapshot at the end. The TypeScript allocator replays the operations and must give the same. With the
environment variable FULL, the statistics themselves stand in place of the digests.

    PYTORCH_CUDA_ALLOC_CONF=... python allocator.py NAME SEED OPERATIONS STYLE
"""

import gc
import hashlib
import json
import os
import random
import sys

import torch

KIB, MIB = 1024, 1024 * 1024


def size_of(rng, style):
    """A request's bytes; `style` says which sizes are frequent."""
    kind = rng.choices(
        ["tiny", "small", "one", "middle", "large", "huge"],
        {
            "mixed": [3, 4, 1, 4, 3, 1],
            "small": [6, 8, 2, 1, 0, 0],
            "large": [0, 1, 1, 4, 6, 3],
            "tight": [1, 1, 1, 3, 6, 6],
        }[style],
    )[0]
    return {
        "tiny": lambda: rng.randint(1, 4 * KIB),
        "small": lambda: rng.randint(4 * KIB, MIB),
        "one": lambda: rng.choice([512, 513, 1024, MIB - 512, MIB, MIB + 1, 2 * MIB, 10 * MIB, 10 * MIB - 512, 20 * MIB]),
        "middle": lambda: rng.randint(MIB, 10 * MIB),
        "large": lambda: rng.randint(10 * MIB, 60 * MIB),
        "huge": lambda: rng.randint(60 * MIB, 300 * MIB),
    }[kind]()


def operations(seed, count, style):
    """What a program does, in order.

    BYTES: malloc on the default stream. [BYTES]: malloc on another stream. -N: free what the N-th malloc gave.
    ["record_stream", N]: the other stream uses it too. Else the name of an operation.
    """
    rng = random.Random(seed)
    live, made, ops = [], 0, []
    for _ in range(count):
        p = rng.random()
        if p < 0.02:
            ops.append("empty_cache")
        elif p < 0.025:
            ops.append("reset_peak")
        elif p < 0.03:
            ops.append("reset_accumulated")
        elif live and p < 0.05:
            ops.append(["record_stream", rng.choice(live)])
        elif live and p < 0.05 + 0.95 * min(0.9, len(live) / 40):
            ops.append(-live.pop(rng.randrange(len(live))))
        else:
            size = size_of(rng, style)
            ops.append([size] if rng.random() < 0.08 else size)
            made += 1
            live.append(made)
    return ops


def digest(stats):
    text = "".join(f"{k} {v}\n" for k, v in sorted(stats.items()))
    return hashlib.sha1(text.encode()).hexdigest()[:8]


def main():
    name, seed, count, style = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    fraction = float(os.environ.get("MEMORY_FRACTION", "1"))
    full = "FULL" in os.environ
    torch.cuda.init()
    torch.cuda.set_per_process_memory_fraction(fraction)
    default, other = torch.cuda.default_stream(), torch.cuda.Stream()
    ops, live, made, after, errors = operations(seed, count, style), {}, 0, [], []
    gc.disable()
    for op in ops:
        if op == "empty_cache":
            torch.cuda.empty_cache()
        elif op == "reset_peak":
            torch.cuda.reset_peak_memory_stats()
        elif op == "reset_accumulated":
            torch.cuda.reset_accumulated_memory_stats()
        elif isinstance(op, list) and op[0] == "record_stream":
            if op[1] in live:
                live[op[1]].record_stream(other)
        elif isinstance(op, int) and op < 0:
            live.pop(-op, None)
        else:
            made += 1
            size, stream = (op[0], other) if isinstance(op, list) else (op, default)
            try:
                with torch.cuda.stream(stream):
                    live[made] = torch.empty(size, dtype=torch.uint8, device="cuda")
            except torch.OutOfMemoryError as e:
                errors.append([made, str(e)])
        stats = torch.cuda.memory_stats()
        after.append(dict(stats) if full else digest(stats))
    snapshot = [
        [
            s["segment_type"],
            s["stream"] != 0,
            s["is_expandable"],
            [[b["size"], b["requested_size"], b["state"]] for b in s["blocks"]],
        ]
        for s in torch.cuda.memory_snapshot()
    ]
    free, total = torch.cuda.mem_get_info()
    line = {
        "name": name,
        "torch": torch.__version__,
        "config": os.environ.get("PYTORCH_CUDA_ALLOC_CONF", ""),
        "fraction": fraction,
        "total": total,
        "free": free,
        "operations": ops,
        "after": after if full else " ".join(after),
        "stats": dict(stats),
        "errors": errors,
        "snapshot": snapshot,
    }
    print(json.dumps(line, separators=(",", ":")))
    sys.stdout.flush()
    os._exit(0)


main()
