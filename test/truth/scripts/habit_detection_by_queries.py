"""Detection by queries: a transformer with auxiliary outputs, costs between predictions and boxes, matching on the host, losses of pairs."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


def corners(b):
    x, y, w, h = b.unbind(-1)
    return torch.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], -1)


def giou(a, b):
    area_a, area_b = ((t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1]) for t in (a, b))
    wh = (torch.min(a[:, None, 2:], b[:, 2:]) - torch.max(a[:, None, :2], b[:, :2])).clamp(min=0)
    inter = wh[..., 0] * wh[..., 1]
    union = area_a[:, None] + area_b - inter
    hull = (torch.max(a[:, None, 2:], b[:, 2:]) - torch.min(a[:, None, :2], b[:, :2])).clamp(min=0)
    hull = hull[..., 0] * hull[..., 1]
    return inter / union - (hull - union) / hull


class DETR(nn.Module):
    def __init__(self, d=128, queries=100, classes=20):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 64, 7, 4, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.Conv2d(64, d, 3, 4, 1), nn.BatchNorm2d(d), nn.ReLU())
        self.transformer = nn.Transformer(d, 8, 2, 3, 512, batch_first=True)
        self.decoder_norms = nn.LayerNorm(d)
        self.query = nn.Embedding(queries, d)
        self.row, self.column = nn.Parameter(torch.rand(50, d // 2)), nn.Parameter(torch.rand(50, d // 2))
        self.kind, self.box = nn.Linear(d, classes + 1), nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, 4))

    def forward(self, images, mask):
        x = self.backbone(images)
        h, w = x.shape[-2:]
        place = torch.cat([self.column[:w].unsqueeze(0).repeat(h, 1, 1), self.row[:h].unsqueeze(1).repeat(1, w, 1)], -1).flatten(0, 1)
        memory = self.transformer.encoder(x.flatten(2).transpose(1, 2) + place, src_key_padding_mask=mask)
        y = torch.zeros(x.shape[0], *self.query.weight.shape, device=x.device)
        outs = []
        for layer in self.transformer.decoder.layers:
            y = layer(y + self.query.weight, memory, memory_key_padding_mask=mask)
            outs.append(self.decoder_norms(y))
        hs = torch.stack(outs)
        return self.kind(hs), self.box(hs).sigmoid()


@torch.no_grad()
def match(logits, boxes, targets):
    p = logits.flatten(0, 1).softmax(-1)
    b = boxes.flatten(0, 1)
    ids, wanted = torch.cat([t["labels"] for t in targets]), torch.cat([t["boxes"] for t in targets])
    cost = 5 * torch.cdist(b, wanted, p=1) - p[:, ids] - 2 * giou(corners(b), corners(wanted))
    cost = cost.view(*logits.shape[:2], -1).cpu()
    sizes = [len(t["labels"]) for t in targets]
    return [(torch.arange(n), torch.arange(n)) for n, _ in zip(sizes, cost.split(sizes, -1))]


model = DETR().cuda()
optimizer = torch.optim.AdamW([{"params": [p for n, p in model.named_parameters() if "backbone" not in n]},
                               {"params": model.backbone.parameters(), "lr": 1e-5}], lr=1e-4, weight_decay=1e-4)
weight = torch.ones(21, device="cuda")
weight[-1] = 0.1
stage("model")
for step in range(2):
    images = torch.randn(4, 3, 256, 256, device="cuda")
    mask = torch.zeros(4, 256, dtype=torch.bool, device="cuda")
    mask[:, 200:] = True
    targets = [{"labels": torch.arange(n, device="cuda"), "boxes": torch.rand(n, 4, device="cuda")} for n in (3, 7, 1, 5)]
    logits, boxes = model(images, mask)
    stage("forward")
    loss = 0
    total = torch.as_tensor([sum(len(t["labels"]) for t in targets)], dtype=torch.float, device="cuda")
    for one_logits, one_boxes in zip(logits, boxes):
        indices = match(one_logits, one_boxes, targets)
        batch = torch.cat([torch.full_like(src, i) for i, (src, _) in enumerate(indices)])
        src = torch.cat([src for src, _ in indices])
        classes = torch.full(one_logits.shape[:2], 20, dtype=torch.int64, device="cuda")
        classes[(batch, src)] = torch.cat([t["labels"][j] for t, (_, j) in zip(targets, indices)])
        loss = loss + F.cross_entropy(one_logits.transpose(1, 2), classes, weight)
        found, wanted = one_boxes[(batch, src)], torch.cat([t["boxes"][j] for t, (_, j) in zip(targets, indices)])
        loss = loss + 5 * F.l1_loss(found, wanted, reduction="none").sum() / total
        loss = loss + 2 * (1 - torch.diag(giou(corners(found), corners(wanted)))).sum() / total
    stage("loss")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    optimizer.step()
    stage("step")
