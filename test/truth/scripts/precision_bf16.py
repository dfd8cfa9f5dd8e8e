# A model cast to bf16: half the bytes for weights, gradients and Adam's state; fp32 statistics stay.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

model = nn.Sequential(nn.Embedding(1000, 512), nn.LayerNorm(512), nn.Linear(512, 2048), nn.SiLU(), nn.Linear(2048, 1000)).cuda()
stage("fp32")
model = model.bfloat16()
stage("bf16")
optimizer = torch.optim.AdamW(model.parameters())
ids = torch.randint(0, 1000, (8, 256), device="cuda")
for step in range(2):
    logits = model(ids)
    stage(f"logits {step}")
    loss = F.cross_entropy(logits.float().view(-1, 1000), ids.view(-1))
    stage(f"forward {step}")
    loss.backward()
    stage(f"backward {step}")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"step {step}")
model.half()
stage("half")
model.double()
stage("double")
model.cpu()
stage("cpu")
print(sum(p.element_size() * p.numel() for p in model.parameters()))
