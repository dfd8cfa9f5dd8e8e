"""U-Net for semantic segmentation."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class DoubleConv(nn.Module):
    """(convolution => batch norm => ReLU) twice"""

    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(in_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(out_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
        )

    def forward(self, x):
        return self.block(x)


class Down(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.pool = nn.MaxPool2d(2)
        self.conv = DoubleConv(in_channels, out_channels)

    def forward(self, x):
        return self.conv(self.pool(x))


class Up(nn.Module):
    def __init__(self, in_channels, out_channels, bilinear=False):
        super().__init__()
        if bilinear:
            self.up = nn.Sequential(
                nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True),
                nn.Conv2d(in_channels, in_channels // 2, kernel_size=1),
            )
        else:
            self.up = nn.ConvTranspose2d(in_channels, in_channels // 2, kernel_size=2, stride=2)
        self.conv = DoubleConv(in_channels, out_channels)

    def forward(self, x, skip):
        x = self.up(x)
        # sizes that are no multiple of 16 lose a row or a column on the way down
        dh = skip.size(2) - x.size(2)
        dw = skip.size(3) - x.size(3)
        if dh or dw:
            x = F.pad(x, [dw // 2, dw - dw // 2, dh // 2, dh - dh // 2])
        x = torch.cat([skip, x], dim=1)
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, in_channels=3, num_classes=21, base=64, bilinear=False):
        super().__init__()
        self.stem = DoubleConv(in_channels, base)
        self.downs = nn.ModuleList([Down(base * 2**i, base * 2 ** (i + 1)) for i in range(4)])
        self.ups = nn.ModuleList([Up(base * 2 ** (i + 1), base * 2**i, bilinear) for i in reversed(range(4))])
        self.head = nn.Conv2d(base, num_classes, kernel_size=1)

    def forward(self, x):  # x: [B, 3, H, W]
        x = self.stem(x)  # [B, 64, H, W]
        skips = []
        for down in self.downs:
            skips.append(x)
            x = down(x)
        # bottleneck: [B, 1024, H/16, W/16]
        for up in self.ups:
            x = up(x, skips.pop())
        return self.head(x)  # [B, classes, H, W]
