"""Segmentation: skips joined, deep supervision by interpolation, Dice and focal losses, checkpointed stages, bf16 autocast, sliding windows."""
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from stage import stage


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.InstanceNorm2d(o, affine=True), nn.LeakyReLU(0.01, inplace=True),
                         nn.Conv2d(o, o, 3, padding=1), nn.InstanceNorm2d(o, affine=True), nn.LeakyReLU(0.01, inplace=True))


class Net(nn.Module):
    def __init__(self, c=24, classes=5):
        super().__init__()
        self.down = nn.ModuleList([block(1, c), block(c, 2 * c), block(2 * c, 4 * c)])
        self.ups = nn.ModuleList([nn.ConvTranspose2d(4 * c, 2 * c, 2, 2), nn.ConvTranspose2d(2 * c, c, 2, 2)])
        self.merge = nn.ModuleList([block(4 * c, 2 * c), block(2 * c, c)])
        self.heads = nn.ModuleList([nn.Conv2d(2 * c, classes, 1), nn.Conv2d(c, classes, 1)])

    def forward(self, x):
        skips = []
        for i, layer in enumerate(self.down):
            x = checkpoint(layer, x, use_reentrant=False) if self.training else layer(x)
            if i < 2:
                skips.append(x)
                x = F.max_pool2d(x, 2)
        outs = []
        for up, merge, head in zip(self.ups, self.merge, self.heads):
            x = merge(torch.cat([up(x), skips.pop()], 1))
            outs.append(head(x))
        return outs


def loss_of(logits, target):
    p = logits.float().softmax(1)
    hot = F.one_hot(target, logits.shape[1]).permute(0, 3, 1, 2).float()
    dims = (0, 2, 3)
    dice = 1 - ((2 * (p * hot).sum(dims) + 1) / (p.sum(dims) + hot.sum(dims) + 1)).mean()
    ce = F.cross_entropy(logits, target, reduction="none", weight=torch.ones(logits.shape[1], device=logits.device))
    return dice + ((1 - torch.exp(-ce)) ** 2 * ce).mean()


model = Net().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.99, nesterov=True, weight_decay=3e-5)
stage("model")
for step in range(2):
    x, y = torch.randn(4, 1, 128, 128, device="cuda"), torch.zeros(4, 128, 128, dtype=torch.long, device="cuda")
    with torch.autocast("cuda", torch.bfloat16):
        outs = model(x)
        loss = sum(w * loss_of(F.interpolate(o, size=y.shape[1:], mode="bilinear", align_corners=False), y) for w, o in zip((0.3, 0.7), outs))
    stage("forward")
    loss.backward()
    stage("backward")
    nn.utils.clip_grad_norm_(model.parameters(), 12)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    stage("step")
model.eval()
with torch.inference_mode():
    volume = torch.randn(1, 1, 256, 256, device="cuda")
    total, count = torch.zeros(1, 5, 256, 256, device="cuda"), torch.zeros(1, 1, 256, 256, device="cuda")
    for i in range(0, 129, 64):
        for j in range(0, 129, 64):
            part = volume[..., i:i + 128, j:j + 128]
            total[..., i:i + 128, j:j + 128] += model(part)[-1].softmax(1) + model(part.flip(-1))[-1].flip(-1).softmax(1)
            count[..., i:i + 128, j:j + 128] += 1
    labels = (total / count).argmax(1).to(torch.uint8).cpu()
stage("sliding windows")
