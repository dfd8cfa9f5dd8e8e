"""Continual learning: a diagonal Fisher by backward passes, weights kept as a vector, a penalty on what moved, a Hessian's product by two passes."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from stage import stage

model = nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 256), nn.Tanh(), nn.Linear(256, 10)).cuda()
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.01)
stage("model")
fisher = {n: torch.zeros_like(p) for n, p in model.named_parameters()}
for i in range(3):
    model.zero_grad()
    out = F.log_softmax(model(torch.randn(16, 784, device="cuda")), dim=1)
    F.nll_loss(out, out.detach().argmax(1)).backward()
    for n, p in model.named_parameters():
        fisher[n] += p.grad.data ** 2 / 3
    stage(f"fisher {i}")
old = {n: p.clone().detach() for n, p in model.named_parameters()}
vector = parameters_to_vector(model.parameters()).detach()
stage("kept")
for step in range(2):
    loss = F.cross_entropy(model(torch.randn(64, 784, device="cuda")), torch.zeros(64, dtype=torch.long, device="cuda"))
    penalty = sum((fisher[n] * (p - old[n]) ** 2).sum() for n, p in model.named_parameters())
    optimizer.zero_grad()
    (loss + 100 * penalty).backward()
    stage("backward")
    optimizer.step()
    stage("step")
grads = torch.autograd.grad(F.mse_loss(model(torch.randn(32, 784, device="cuda")), torch.zeros(32, 10, device="cuda")), list(model.parameters()), create_graph=True)
flat = torch.cat([g.reshape(-1) for g in grads])
product = torch.autograd.grad(flat @ torch.randn_like(flat), list(model.parameters()))
stage("Hessian's product")
vector_to_parameters(vector, model.parameters())
stage("as it was")
