# SGD: no state, one buffer with momentum; foreach takes a parameter-sized temporary, fused and for-loop less.
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


train("plain", lambda p: torch.optim.SGD(p, lr=0.1))
train("momentum", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))
train("decay", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=1e-4))
train("nesterov", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True))
train("dampening", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, dampening=0.1, maximize=True))
train("loop", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=1e-4, foreach=False))
train("fused", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=1e-4, fused=True))
stage("all gone")
