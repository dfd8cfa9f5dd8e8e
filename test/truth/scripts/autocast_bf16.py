# bf16 autocast: cached low-precision weights live until the context ends, or as long as the graph.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

model = nn.Sequential(nn.Linear(1024, 4096), nn.GELU(), nn.Linear(4096, 1024), nn.LayerNorm(1024), nn.Linear(1024, 1000)).cuda()
x = torch.randn(512, 1024, device="cuda")
target = torch.zeros(512, dtype=torch.long, device="cuda")
optimizer = torch.optim.AdamW(model.parameters())
stage("model")
for step in range(2):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        y = model(x)
        stage(f"inside {step} {str(y.dtype)}")
        loss = F.cross_entropy(y, target)
        print(loss.dtype)
    stage(f"forward {step}")
    loss.backward()
    stage(f"backward {step}")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"step {step}")
del y, loss
with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16):
    for _ in range(2):
        y = model(x)
        stage("no_grad inside")
stage("no_grad outside")
with torch.autocast("cuda", dtype=torch.bfloat16, cache_enabled=False):
    y = model(x)
    stage("without the cache")
del y
with torch.autocast("cuda", dtype=torch.bfloat16):
    a = model[0](x)
    b = model[0](x)
    stage("one weight used twice, one copy")
    with torch.autocast("cuda", enabled=False):
        c = model[0](x)
        print(a.dtype, c.dtype, (a + c).dtype, a.softmax(-1).dtype, a.sum().dtype, torch.cat([a, c]).dtype)
stage("end")
