# Regression and binary losses: what they keep and what their backward takes.
import torch
from torch import nn
from stage import stage


def check(name, loss, target=None):
    w = torch.ones((), device="cuda", requires_grad=True)
    x = torch.rand(512, 1000, device="cuda") * w
    target = torch.rand(512, 1000, device="cuda") if target is None else target
    stage(f"{name} start")
    value = loss(x, target)
    del x, target
    stage(f"{name} forward")
    value.backward()
    stage(f"{name} backward")


for loss in (nn.MSELoss(), nn.MSELoss(reduction="sum"), nn.L1Loss(), nn.SmoothL1Loss(), nn.HuberLoss(), nn.BCELoss(),
             nn.BCEWithLogitsLoss(), nn.BCEWithLogitsLoss(pos_weight=torch.ones(1000, device="cuda")), nn.KLDivLoss(reduction="batchmean"),
             nn.PoissonNLLLoss(), nn.SoftMarginLoss()):
    check(f"{type(loss).__name__} {loss.reduction}", loss)
check("MultiLabelSoftMarginLoss", nn.MultiLabelSoftMarginLoss())
check("HingeEmbeddingLoss", nn.HingeEmbeddingLoss(), torch.ones(512, 1000, device="cuda"))
a, p, n = (torch.randn(256, 128, device="cuda", requires_grad=True) for _ in range(3))
stage("triplet start")
value = nn.TripletMarginLoss()(a, p, n)
stage("triplet forward")
value.backward()
stage("triplet backward")
value = nn.CosineEmbeddingLoss()(a, p, torch.ones(256, device="cuda"))
stage("cosine forward")
value.backward()
stage("cosine backward")
