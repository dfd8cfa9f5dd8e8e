"""Products of int8 matrices: an int32 result, no workspace, and the sizes that are refused."""
import torch
from stage import stage
a = torch.zeros(32, 64, dtype=torch.int8, device="cuda")
b = torch.zeros(64, 48, dtype=torch.int8, device="cuda")
stage("made")
c = torch._int_mm(a, b)
print(c.shape, c.dtype, c.stride())
stage("multiplied")
c = torch._int_mm(a, torch.zeros(48, 64, dtype=torch.int8, device="cuda").t())
stage("transposed")
for x, y in ((a[:16], b), (a.float(), b), (a, b.float()), (a[:, :60], b[:60]), (a, b[:, :44]), (a, a), (a[0], b)):
    try:
        torch._int_mm(x, y)
        print("fine")
    except RuntimeError as e:
        print(str(e).split("\n")[0])
torch.cuda.reset_peak_memory_stats()
torch._int_mm(a, b, out=c)
print(torch._int_mm(a.cpu()[:4], b.cpu()).shape)
stage("into")
