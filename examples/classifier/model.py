"""Two image classifiers: a small ResNet, and a new head on a frozen backbone."""

import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


def conv3x3(in_channels: int, out_channels: int, stride: int = 1) -> nn.Conv2d:
    return nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, padding=1, bias=False)


class BasicBlock(nn.Module):
    def __init__(self, in_channels: int, out_channels: int, stride: int = 1):
        super().__init__()
        self.conv1 = conv3x3(in_channels, out_channels, stride)
        self.bn1 = nn.BatchNorm2d(out_channels)
        self.conv2 = conv3x3(out_channels, out_channels)
        self.bn2 = nn.BatchNorm2d(out_channels)
        self.shortcut = nn.Identity()
        if stride != 1 or in_channels != out_channels:
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, bias=False),
                nn.BatchNorm2d(out_channels),
            )

    def forward(self, x: Tensor) -> Tensor:
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class SmallResNet(nn.Module):
    """A ResNet for images of 32 to 224 pixels."""

    def __init__(self, layers=(2, 2, 2, 2), width: int = 64, num_classes: int = 10):
        super().__init__()
        self.stem = nn.Sequential(conv3x3(3, width), nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        channels = width
        stages = []
        for i, depth in enumerate(layers):
            out_channels = width * 2**i
            blocks = []
            for j in range(depth):
                blocks.append(BasicBlock(channels, out_channels, stride=2 if i > 0 and j == 0 else 1))
                channels = out_channels
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.Sequential(*stages)
        self.num_features = channels
        self.fc = nn.Linear(channels, num_classes)

        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, nn.BatchNorm2d):
                nn.init.ones_(m.weight)
                nn.init.zeros_(m.bias)

    def features(self, x: Tensor) -> Tensor:
        x = self.stages(self.stem(x))  # [B, 512, H/8, W/8]
        return F.adaptive_avg_pool2d(x, 1).flatten(1)  # [B, 512]

    def forward(self, x: Tensor) -> Tensor:  # [B, 3, H, W]
        return self.fc(self.features(x))


class FineTuned(nn.Module):
    """A frozen SmallResNet whose features feed a new, trainable head."""

    def __init__(self, num_classes: int = 5, hidden: int = 256, dropout: float = 0.2):
        super().__init__()
        self.backbone = SmallResNet()
        self.backbone.requires_grad_(False)
        self.head = nn.Sequential(
            nn.Linear(self.backbone.num_features, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, num_classes),
        )

    def train(self, mode: bool = True):
        super().train(mode)
        self.backbone.eval()  # its batch norms keep their statistics
        return self

    def forward(self, x: Tensor) -> Tensor:  # [B, 3, H, W]
        features = self.backbone.features(x)
        return self.head(features)
