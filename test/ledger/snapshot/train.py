import sys

import torch
import torch.nn.functional as F
from model import Net

if len(sys.argv) > 1:
    torch.cuda.memory._record_memory_history(stacks="python")
model = Net().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
x = torch.randn(1024, 512, device="cuda")
y = torch.zeros(1024, dtype=torch.long, device="cuda")
for step in range(3):
    logits = model(x)
    loss = F.cross_entropy(logits, y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
stats = torch.cuda.memory_stats()
print(torch.cuda.max_memory_allocated(), stats["requested_bytes.all.peak"], torch.cuda.max_memory_reserved())
if len(sys.argv) > 1:
    torch.cuda.memory._dump_snapshot(sys.argv[1])
