"""With torch.backends.cudnn.benchmark each convolution of new sizes empties the allocator's cache once its plan is chosen."""
import torch
from torch import nn

from stage import stage

torch.backends.cudnn.benchmark = True


def train(name, model, *sizes):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step, size in enumerate(sizes):
        x = torch.randn(*size, device="cuda")
        loss = model(x).square().mean()
        stage(f"{name} forward {step}")
        loss.backward()
        stage(f"{name} backward {step}")
        optimizer.step()
        optimizer.zero_grad()
        del loss
        stage(f"{name} step {step}")


def blocks(conv, norm, channels):
    return nn.Sequential(conv(3, channels, 3, padding=1), norm(channels), nn.ReLU(), conv(channels, channels, 3, padding=1, bias=False),
                         norm(channels), nn.ReLU(), conv(channels, 8, 1)).cuda()


# The last batch of an epoch is smaller; the sizes of the first are known afterwards.
train("plain", blocks(nn.Conv2d, nn.BatchNorm2d, 32), (16, 3, 64, 64), (16, 3, 64, 64), (7, 3, 64, 64), (16, 3, 64, 64))
train("1d", blocks(nn.Conv1d, nn.BatchNorm1d, 64), (16, 3, 9000), (4, 3, 9000))
train("transposed", nn.Sequential(nn.Conv2d(3, 32, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(32, 3, 4, 2, 1)).cuda(), (16, 3, 96, 96), (16, 3, 96, 96))
train("grouped", nn.Sequential(nn.Conv2d(3, 64, 1), nn.Conv2d(64, 64, 3, padding=1, groups=64), nn.Conv2d(64, 64, 3, groups=4)).cuda(),
      (8, 3, 80, 80), (8, 3, 80, 80))
channels_last = blocks(nn.Conv2d, nn.BatchNorm2d, 32).to(memory_format=torch.channels_last)
train("channels last", channels_last, (16, 3, 64, 64), (16, 3, 64, 64))

# A program that scores pictures of many sizes.
model = blocks(nn.Conv2d, nn.BatchNorm2d, 32).eval()
with torch.no_grad(), torch.autocast("cuda"):
    for side in (64, 96, 128, 96, 64):
        model(torch.randn(4, 3, side, side, device="cuda"))
        stage(f"scored {side}")

torch.backends.cudnn.benchmark = False
train("without", blocks(nn.Conv2d, nn.BatchNorm2d, 32), (16, 3, 72, 72))
with torch.backends.cudnn.flags(benchmark=True):
    train("flags", blocks(nn.Conv2d, nn.BatchNorm2d, 32), (16, 3, 72, 72), (16, 3, 72, 72))
