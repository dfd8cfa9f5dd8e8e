"""Adversarial training: gradients of the input, steps of PGD clamped in a ball, TRADES' divergence, an input gradient as saliency."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage

model = nn.Sequential(nn.Conv2d(3, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(), nn.Conv2d(48, 48, 3, 2, 1), nn.BatchNorm2d(48), nn.ReLU(),
                      nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(768, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
for step in range(2):
    x, y = torch.rand(48, 3, 32, 32, device="cuda"), torch.zeros(48, dtype=torch.long, device="cuda")
    model.eval()
    delta = torch.zeros_like(x).uniform_(-8 / 255, 8 / 255)
    delta.requires_grad_(True)
    for i in range(3):
        loss = F.cross_entropy(model((x + delta).clamp(0, 1)), y)
        grad, = torch.autograd.grad(loss, delta)
        delta.data = (delta + 2 / 255 * grad.sign()).clamp(-8 / 255, 8 / 255)
        stage(f"attack {i}")
    adversarial = (x + delta).clamp(0, 1).detach()
    adversarial.requires_grad = True
    F.kl_div(F.log_softmax(model(adversarial), 1), F.softmax(model(x), 1), reduction="sum").backward()
    with torch.no_grad():
        adversarial = torch.min(torch.max(adversarial + 2 / 255 * adversarial.grad.sign(), x - 8 / 255), x + 8 / 255).clamp_(0, 1)
    stage("another")
    model.train()
    optimizer.zero_grad()
    natural = model(x)
    loss = F.cross_entropy(natural, y) + 6.0 / 48 * F.kl_div(F.log_softmax(model(adversarial), 1), F.softmax(natural, 1), reduction="sum")
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    stage("step")
model.eval()
x.requires_grad_()
scores = model(x)
scores.gather(1, y.view(-1, 1)).squeeze().backward(torch.ones(48, device="cuda"))
saliency, _ = torch.max(x.grad.data.abs(), dim=1)
stage("saliency")
