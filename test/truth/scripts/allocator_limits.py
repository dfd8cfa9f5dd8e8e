# The text of PyTorch's error, and the statistics after it.
import torch
from stage import stage

torch.cuda.set_per_process_memory_fraction(0.002)
kept = []
try:
    while True:
        kept.append(torch.empty(10_000_000, dtype=torch.uint8, device="cuda"))
except torch.cuda.OutOfMemoryError as error:
    print(str(error).split("Including")[0].split("Process")[0])
    print("reserved but unallocated" in str(error), isinstance(error, RuntimeError))
stage(f"{len(kept)} kept")
s = torch.cuda.memory_stats()
print(s["num_ooms"], s["num_alloc_retries"])
del kept[::2]
stage("half")
try:
    torch.empty(60_000_000, dtype=torch.uint8, device="cuda")
except RuntimeError as error:
    print(str(error).split("Including")[0].split("Process")[0])
kept.clear()
x = torch.empty(60_000_000, dtype=torch.uint8, device="cuda")
stage("fits")
