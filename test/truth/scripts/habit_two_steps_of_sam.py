"""Optimizers that people write: sharpness-aware steps around another optimizer, with a closure; Lion; gradient noise."""
import torch
from torch import nn

from stage import stage


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base, rho=0.05, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base_optimizer = base(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups
        self.defaults.update(self.base_optimizer.defaults)

    @torch.no_grad()
    def first_step(self, zero_grad=False):
        norm = self._grad_norm()
        for group in self.param_groups:
            scale = group["rho"] / (norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old_p"] = p.data.clone()
                p.add_(p.grad * scale.to(p))
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data = self.state[p]["old_p"]
        self.base_optimizer.step()
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        self.first_step(zero_grad=True)
        closure()
        self.second_step()

    def _grad_norm(self):
        device = self.param_groups[0]["params"][0].device
        return torch.norm(torch.stack([p.grad.norm(p=2).to(device) for group in self.param_groups for p in group["params"] if p.grad is not None]), p=2)


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0):
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                grad, state = p.grad, self.state[p]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                beta1, beta2 = group["betas"]
                p.data.mul_(1 - group["lr"] * group["weight_decay"])
                update = state["exp_avg"].clone().mul_(beta1).add(grad, alpha=1 - beta1).sign_()
                p.add_(update, alpha=-group["lr"])
                state["exp_avg"].mul_(beta2).add_(grad, alpha=1 - beta2)


def net():
    return nn.Sequential(nn.Linear(512, 1500), nn.LayerNorm(1500), nn.SiLU(), nn.Linear(1500, 10)).cuda()


model = net()
optimizer = SAM(model.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
x, y = torch.randn(128, 512, device="cuda"), torch.zeros(128, dtype=torch.long, device="cuda")
criterion = nn.CrossEntropyLoss()


def closure():
    loss = criterion(model(x), y)
    loss.backward()
    return loss


for step in range(2):
    loss = criterion(model(x), y)
    loss.backward()
    stage("backward")
    optimizer.step(closure)
    stage("both steps")
    optimizer.zero_grad()
for step in range(2):
    criterion(model(x), y).backward()
    optimizer.first_step(zero_grad=True)
    stage("first step")
    criterion(model(x), y).backward()
    optimizer.second_step(zero_grad=True)
    stage("second step")
del model, optimizer, loss
model = net()
lion = Lion(model.parameters(), weight_decay=0.1)
for step in range(2):
    criterion(model(x), y).backward()
    for p in model.parameters():
        p.grad += torch.randn_like(p.grad) * 0.01
    stage("noise")
    lion.step()
    lion.zero_grad()
    stage("lion")
