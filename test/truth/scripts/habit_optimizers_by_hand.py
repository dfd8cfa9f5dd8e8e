"""Optimizers that people write: gradients projected to low rank, Kronecker factors with eigenvectors, slow weights, sharpness, all by hand."""
import torch
from torch import nn

from stage import stage


class GaLore(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, rank=32, gap=2):
        super().__init__(params, dict(lr=lr, rank=rank, gap=gap))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state, grad = self.state[p], p.grad
                if not state:
                    state["step"] = 0
                if p.ndim == 2:
                    if state["step"] % group["gap"] == 0:
                        q = torch.randn(p.shape[1], group["rank"], device=p.device)
                        state["basis"] = q / q.norm(dim=0)
                    grad = grad @ state["basis"]
                if "m" not in state:
                    state["m"], state["v"] = torch.zeros_like(grad), torch.zeros_like(grad)
                state["step"] += 1
                state["m"].mul_(0.9).add_(grad, alpha=0.1)
                state["v"].mul_(0.999).addcmul_(grad, grad, value=0.001)
                update = state["m"] / (state["v"].sqrt() + 1e-8)
                if p.ndim == 2:
                    update = update @ state["basis"].T
                p.add_(update, alpha=-group["lr"])


class Shampoo(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state, grad = self.state[p], p.grad
                if not state:
                    for i, n in enumerate(p.shape):
                        state[f"factor {i}"] = 1e-4 * torch.eye(n, device=p.device)
                for i in range(p.ndim):
                    order = [i] + [j for j in range(p.ndim) if j != i]
                    flat = grad.permute(order).reshape(p.shape[i], -1)
                    state[f"factor {i}"].add_(flat @ flat.T)
                    u = state[f"factor {i}"]
                    for _ in range(2):
                        u = 1.5 * u - 0.5 * u @ u.T @ u
                    grad = (u @ flat).view([p.shape[j] for j in order]).permute([order.index(j) for j in range(p.ndim)])
                p.sub_(group["lr"] * grad)


class Lookahead:
    def __init__(self, base, k=2, alpha=0.5):
        self.base, self.k, self.alpha, self.count = base, k, alpha, 0
        self.slow = [[p.clone().detach() for p in g["params"]] for g in base.param_groups]

    def step(self):
        self.base.step()
        self.count += 1
        if self.count % self.k == 0:
            for slow, group in zip(self.slow, self.base.param_groups):
                for s, p in zip(slow, group["params"]):
                    s.data.add_(p.data - s.data, alpha=self.alpha)
                    p.data.copy_(s.data)


def model_of():
    return nn.Sequential(nn.Linear(512, 1024), nn.ReLU(), nn.Linear(1024, 512), nn.ReLU(), nn.Linear(512, 10)).cuda()


for name, make in (("galore", GaLore), ("shampoo", Shampoo), ("lookahead", lambda p: Lookahead(torch.optim.RAdam(p)))):
    model = model_of()
    optimizer = make(list(model.parameters()))
    stage(f"{name} made")
    for step in range(3):
        model.zero_grad()
        nn.functional.cross_entropy(model(torch.randn(256, 512, device="cuda")), torch.randint(10, (256,), device="cuda")).backward()
        stage(f"{name} backward")
        optimizer.step()
        stage(f"{name} step")
    del model, optimizer
model = model_of()
params = list(model.parameters())
x, y = torch.randn(256, 512, device="cuda"), torch.randint(10, (256,), device="cuda")
loss = nn.functional.cross_entropy(model(x), y)
grads = torch.autograd.grad(loss, params, create_graph=True)
stage("gradients")
vs = [torch.randn_like(p) for p in params]
hv = torch.autograd.grad(grads, params, vs, retain_graph=True)
stage("Hessian product")
trace = sum((h * v).sum() for h, v in zip(hv, vs))
del hv, grads
fisher = [torch.zeros_like(p) for p in params]
for i in range(3):
    model.zero_grad()
    nn.functional.nll_loss(model(x[i : i + 1]).log_softmax(-1), y[i : i + 1]).backward()
    for f, p in zip(fisher, params):
        f += p.grad.pow(2)
stage("Fisher")
