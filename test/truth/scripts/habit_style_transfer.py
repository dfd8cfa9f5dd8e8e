"""Style transfer: L-BFGS with a closure over the pixels of an image, Gram matrices of frozen features, total variation."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 32, 3, padding=1), nn.Conv2d(32, 64, 3, 2, 1), nn.Conv2d(64, 128, 3, 2, 1)])

    def forward(self, x):
        kept = []
        for layer in self.layers:
            x = F.relu(layer(x))
            kept.append(x)
        return kept


def gram(x):
    b, c, h, w = x.size()
    f = x.view(b * c, h * w)
    return torch.mm(f, f.t()).div(b * c * h * w)


net = Features().cuda().eval().requires_grad_(False)
content, style = torch.rand(1, 3, 128, 128, device="cuda"), torch.rand(1, 3, 128, 128, device="cuda")
with torch.no_grad():
    targets = [gram(f) for f in net(style)]
    content_target = net(content)[-1]
stage("targets")
image = content.clone().requires_grad_(True)
for make in (lambda: torch.optim.LBFGS([image], max_iter=4, history_size=3), lambda: torch.optim.Adam([image], lr=0.02)):
    optimizer = make()
    for step in range(2):
        def closure():
            with torch.no_grad():
                image.clamp_(0, 1)
            optimizer.zero_grad()
            features = net(image)
            loss = F.mse_loss(features[-1], content_target)
            for f, target in zip(features, targets):
                loss = loss + 1e6 * F.mse_loss(gram(f), target)
            tv = (image[..., 1:] - image[..., :-1]).abs().mean() + (image[..., 1:, :] - image[..., :-1, :]).abs().mean()
            (loss + tv).backward()
            return loss
        if isinstance(optimizer, torch.optim.Adam):
            closure()
            optimizer.step()
            stage("step")
        else:
            optimizer.zero_grad()
            closure()
            stage("closure")
