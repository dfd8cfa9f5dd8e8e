# A loop variable survives its loop; the old value lives while the next is computed.
import torch
from stage import stage

for i in range(4):
    y = torch.empty(300, 1000, device="cuda")
    z = y + 1
stage("after the loop")
for t in [torch.empty(100 * (i + 1), 1000, device="cuda") for i in range(3)]:
    pass
stage("list iterated, last item alive")
del t, y, z, i
stage("deleted")
total = torch.zeros(1000, 1000, device="cuda")
for i in range(3):
    total = total + torch.ones(1000, 1000, device="cuda")
stage("accumulated")
parts = [total * i for i in range(3)]
stage("comprehension")
joined = torch.cat(parts)
stage("cat with parts")
del parts
stage("parts gone")
n = sum(p.numel() for p in (torch.empty(10**5, device="cuda") for _ in range(3)))
stage("generator expression")
a, b = torch.empty(1000, device="cuda"), torch.empty(2000, device="cuda")
a, b = b, a
stage("swap")
while a.numel() < 16000:
    a = torch.cat([a, a])
stage("while growing")
