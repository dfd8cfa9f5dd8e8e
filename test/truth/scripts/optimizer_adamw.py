# AdamW: foreach's temporaries against fused and the for-loop.
import torch
from torch import nn
from stage import stage


def train(name, make):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1000, 2000), nn.ReLU(), nn.Linear(2000, 1000), nn.LayerNorm(1000)).cuda()
    optimizer = make(model.parameters())
    x = torch.randn(32, 1000, device="cuda")
    stage(f"{name} model")
    for step in range(3):
        loss = model(x).square().mean()
        loss.backward()
        stage(f"{name} backward {step}")
        optimizer.step()
        stage(f"{name} step {step}")
        optimizer.zero_grad()
        stage(f"{name} zero_grad {step}")
    state = sum(v.numel() * v.element_size() for s in optimizer.state.values() for v in s.values()
                if isinstance(v, torch.Tensor) and v.is_cuda)
    print(f"{name} state on the gpu {state}")


train("foreach", lambda p: torch.optim.AdamW(p))
train("no decay", lambda p: torch.optim.AdamW(p, weight_decay=0))
train("amsgrad", lambda p: torch.optim.AdamW(p, amsgrad=True))
train("loop", lambda p: torch.optim.AdamW(p, foreach=False))
train("fused", lambda p: torch.optim.AdamW(p, fused=True))
train("tensor lr", lambda p: torch.optim.AdamW(p, lr=torch.tensor(1e-3)))
stage("all gone")
