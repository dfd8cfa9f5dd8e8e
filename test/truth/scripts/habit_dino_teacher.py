"""DINO: several crops through the student, two through a teacher that follows it by a foreach lerp, centred and sharpened outputs."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class Head(nn.Module):
    def __init__(self, dim, out, hidden=512):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 128))
        self.last = nn.utils.parametrizations.weight_norm(nn.Linear(128, out, bias=False))

    def forward(self, x):
        return self.last(F.normalize(self.mlp(x), dim=-1, p=2))


class MultiCrop(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 64, 8, 8), nn.GELU(), nn.Conv2d(64, 192, 2, 2), nn.GELU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = Head(192, 4096)

    def forward(self, crops):
        sizes = torch.cumsum(torch.unique_consecutive(torch.tensor([c.shape[-1] for c in crops]), return_counts=True)[1], 0)
        start, output = 0, torch.empty(0).to(crops[0].device)
        for end in sizes:
            output = torch.cat((output, self.backbone(torch.cat(crops[start:end]))))
            start = end
        return self.head(output)


student, teacher = MultiCrop().cuda(), MultiCrop().cuda()
teacher.load_state_dict(student.state_dict())
for p in teacher.parameters():
    p.requires_grad_(False)
center = torch.zeros(1, 4096, device="cuda")
optimizer = torch.optim.AdamW(student.parameters(), lr=5e-4)
stage("models")
for step in range(3):
    crops = [torch.randn(16, 3, 224, 224, device="cuda") for _ in range(2)] + [torch.randn(16, 3, 96, 96, device="cuda") for _ in range(4)]
    with torch.autocast("cuda", dtype=torch.bfloat16):
        with torch.no_grad():
            targets = teacher(crops[:2])
        outputs = student(crops)
        targets = F.softmax((targets - center) / 0.04, dim=-1).detach().chunk(2)
        outputs = (outputs / 0.1).chunk(len(crops))
        total, terms = 0, 0
        for i, q in enumerate(targets):
            for v in range(len(outputs)):
                if v == i:
                    continue
                loss = torch.sum(-q * F.log_softmax(outputs[v], dim=-1), dim=-1)
                total += loss.mean()
                terms += 1
        total /= terms
    stage("forward")
    optimizer.zero_grad(set_to_none=True)
    total.backward()
    stage("backward")
    nn.utils.clip_grad_norm_(student.parameters(), 3.0)
    for name, p in student.named_parameters():
        if "last" in name and step < 1:
            p.grad = None
    optimizer.step()
    stage("step")
    with torch.no_grad():
        torch._foreach_lerp_(list(teacher.parameters()), [p.detach() for p in student.parameters()], 0.004)
        batch_center = torch.cat(targets).mean(dim=0, keepdim=True)
        center = center * 0.9 + batch_center * 0.1
    stage("teacher")
