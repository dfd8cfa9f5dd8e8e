# A residual network block by block: the memory after each block of forward, and what a skip costs.
import torch
from torch import nn
from stage import stage


class Bottleneck(nn.Module):
    def __init__(self, inside, outside, stride=1):
        super().__init__()
        mid = outside // 4
        self.conv1 = nn.Conv2d(inside, mid, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(mid)
        self.conv2 = nn.Conv2d(mid, mid, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(mid)
        self.conv3 = nn.Conv2d(mid, outside, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(outside)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inside != outside:
            self.downsample = nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        if self.downsample is not None:
            identity = self.downsample(x)
        out += identity
        return self.relu(out)


blocks = nn.ModuleList([Bottleneck(64, 256), Bottleneck(256, 256), Bottleneck(256, 512, 2), Bottleneck(512, 512)]).cuda()
x = torch.randn(8, 64, 56, 56, device="cuda")
stage("start")
for training in (True, False):
    blocks.train(training)
    y = x
    for i, block in enumerate(blocks):
        y = block(y)
        stage(f"block {i} training {training}")
    loss = y.mean()
    del y
    stage("loss")
    loss.backward()
    stage("backward")
    blocks.zero_grad()
