"""MAML: inner steps by autograd.grad with create_graph over functional_call, a sum of query losses, the outer step."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call

from stage import stage

model = nn.Sequential(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(800, 5)).cuda()
outer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(2):
    outer.zero_grad()
    total = 0
    for task in range(3):
        support, query = torch.randn(25, 1, 28, 28, device="cuda"), torch.randn(40, 1, 28, 28, device="cuda")
        y_support, y_query = torch.zeros(25, dtype=torch.long, device="cuda"), torch.zeros(40, dtype=torch.long, device="cuda")
        fast = dict(model.named_parameters())
        for inner in range(2):
            loss = F.cross_entropy(functional_call(model, fast, (support,)), y_support)
            grads = torch.autograd.grad(loss, fast.values(), create_graph=True)
            fast = {name: p - 0.01 * g for (name, p), g in zip(fast.items(), grads)}
        total = total + F.cross_entropy(functional_call(model, fast, (query,)), y_query)
        stage(f"task {task}")
    (total / 3).backward()
    stage("backward")
    outer.step()
    stage("step")
# first order
for step in range(1):
    fast = {k: v.clone() for k, v in model.named_parameters()}
    loss = F.cross_entropy(functional_call(model, fast, (support,)), y_support)
    grads = torch.autograd.grad(loss, list(fast.values()))
    fast = {name: p - 0.01 * g for (name, p), g in zip(fast.items(), grads)}
    F.cross_entropy(functional_call(model, fast, query), y_query).backward()
    stage("first order")
