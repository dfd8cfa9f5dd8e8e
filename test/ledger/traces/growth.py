"""Lists that grow, and a device that runs full."""
import torch

kept = []
try:
    while True:
        kept.append(torch.empty(1 << 30, dtype=torch.uint8, device='cuda'))
except torch.OutOfMemoryError as e:
    print(len(kept), torch.cuda.memory_allocated(), str(e)[:60])
print(torch.cuda.memory_stats()['num_ooms'])
