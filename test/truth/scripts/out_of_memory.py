# Running out: cached blocks are freed first, then torch.OutOfMemoryError, which a script may catch and go on.
import torch
from stage import stage

keep = torch.empty(1 << 30, dtype=torch.uint8, device="cuda")
stage("one GiB")
try:
    torch.empty(1 << 40, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError as error:
    print(type(error).__name__, str(error).splitlines()[0].split(". GPU")[0])
stage("too much")
try:
    torch.empty(1 << 40, dtype=torch.uint8, device="cuda")
except torch.cuda.OutOfMemoryError:
    print("old name")
try:
    torch.empty(1 << 40, dtype=torch.uint8, device="cuda")
except RuntimeError:
    print("a RuntimeError")
batch = 1 << 16
while True:
    try:
        x = torch.empty(batch, 1 << 22, device="cuda")
        break
    except torch.OutOfMemoryError:
        batch //= 2
print(batch)
stage("halved until it fits")
del x
stage("cached")
y = torch.empty(60 << 30, dtype=torch.uint8, device="cuda")
stage("cache freed for another size")
del y, keep
torch.cuda.empty_cache()
stage("emptied")
print(torch.cuda.memory_stats()["num_ooms"] > 0)
