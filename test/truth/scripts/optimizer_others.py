# Other optimizers: states and temporaries of RMSprop, Adagrad, NAdam, RAdam, Adamax, Adadelta, Rprop.
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


train("rmsprop", lambda p: torch.optim.RMSprop(p))
train("rmsprop centered", lambda p: torch.optim.RMSprop(p, momentum=0.9, centered=True))
train("adagrad", lambda p: torch.optim.Adagrad(p))
train("nadam", lambda p: torch.optim.NAdam(p))
train("radam", lambda p: torch.optim.RAdam(p))
train("adamax", lambda p: torch.optim.Adamax(p))
train("adadelta", lambda p: torch.optim.Adadelta(p))
train("rprop", lambda p: torch.optim.Rprop(p))
stage("all gone")
