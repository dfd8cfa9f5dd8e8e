"""Distillation: a teacher without gradients, features of both by hooks, a regressor between them, a softened divergence."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


def net(width):
    return nn.Sequential(nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(True), nn.MaxPool2d(2)),
                         nn.Sequential(nn.Conv2d(width, 2 * width, 3, padding=1), nn.BatchNorm2d(2 * width), nn.ReLU(True), nn.MaxPool2d(2)),
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2 * width, 100))


features = {}


def keep(name):
    def hook(module, args, output):
        features[name] = output
    return hook


teacher, student, regressor = net(96).cuda().eval(), net(24).cuda(), nn.Conv2d(48, 192, 1).cuda()
handles = [teacher[1].register_forward_hook(keep("teacher")), student[1].register_forward_hook(keep("student"))]
optimizer = torch.optim.SGD([*student.parameters(), *regressor.parameters()], lr=0.1, momentum=0.9, nesterov=True)
criterion, divergence = nn.CrossEntropyLoss(label_smoothing=0.1), nn.KLDivLoss(reduction="batchmean")
stage("models")
T, losses = 4.0, []
for step in range(3):
    x, y = torch.randn(32, 3, 64, 64, device="cuda"), torch.zeros(32, dtype=torch.long, device="cuda")
    with torch.no_grad():
        t_logits = teacher(x)
    stage("teacher")
    s_logits = student(x)
    soft = divergence(F.log_softmax(s_logits / T, dim=1), F.softmax(t_logits / T, dim=1)) * T * T
    hint = F.mse_loss(regressor(features["student"]), features["teacher"])
    loss = criterion(s_logits, y) + 0.9 * soft + 0.1 * hint
    stage("forward")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    optimizer.step()
    losses.append(loss.item())
    stage("step")
for handle in handles:
    handle.remove()
features.clear()
stage("features dropped")
