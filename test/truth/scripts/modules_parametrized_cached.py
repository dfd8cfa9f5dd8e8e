"""Parametrizations computed once under `cached()`, whose results go with it, and their removal, which leaves one weight."""
import torch
from torch import nn
from torch.nn.utils import parametrize

from stage import stage


class Added(nn.Module):
    def __init__(self):
        super().__init__()
        self.A = nn.Parameter(torch.zeros(2560, 640))

    def forward(self, W):
        return W + self.A


layer = nn.Linear(640, 2560).cuda()
parametrize.register_parametrization(layer, "weight", Added().cuda())
stage("registered")
for _ in range(2):
    with parametrize.cached():
        layer(torch.empty(20, 640, device="cuda")).sum().backward()
        layer(torch.empty(20, 640, device="cuda"))
        stage("in cached")
    stage("after")
with torch.no_grad(), parametrize.cached(), parametrize.cached():
    layer(torch.empty(20, 640, device="cuda"))
    stage("without gradients")
stage("after that")
parametrize.remove_parametrizations(layer, "weight", leave_parametrized=True)
stage("removed")
layer.zero_grad()
parametrize.register_parametrization(layer, "weight", Added().cuda())
layer(torch.empty(20, 640, device="cuda")).sum().backward()
stage("again")
parametrize.remove_parametrizations(layer, "weight", leave_parametrized=False)
stage("removed as it was")
