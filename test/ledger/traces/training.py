"""A training with figures at each step."""
import torch
from torch import nn

torch.cuda.reset_peak_memory_stats()
model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.LazyLinear(10)).cuda()
optimizer = torch.optim.AdamW(model(torch.randn(1, 3, 16, 16, device='cuda')) is not None and model.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
for step in range(3):
    out = model(torch.randn(4, 3, 16, 16, device='cuda'))
    loss = out.square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    scheduler.step()
    print(step, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.memory_reserved(), scheduler.get_last_lr())
print(sum(p.numel() for p in model.parameters()), len(optimizer.state))
