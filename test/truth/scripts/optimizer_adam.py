# Adam: two states of the parameter's size, made in the first step; amsgrad a third.
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


train("foreach", lambda p: torch.optim.Adam(p))
train("decay", lambda p: torch.optim.Adam(p, weight_decay=0.1))
train("amsgrad", lambda p: torch.optim.Adam(p, amsgrad=True))
train("loop", lambda p: torch.optim.Adam(p, foreach=False))
train("loop decay", lambda p: torch.optim.Adam(p, foreach=False, weight_decay=0.1))
train("fused", lambda p: torch.optim.Adam(p, fused=True))
train("capturable", lambda p: torch.optim.Adam(p, capturable=True))
train("maximize", lambda p: torch.optim.Adam(p, maximize=True))
stage("all gone")
