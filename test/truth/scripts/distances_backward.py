# The gradients of distances are summed over the other side's points, which takes a staging buffer where there are many of them.
import torch

from stage import stage


def points(*sizes):
    return torch.zeros(*sizes, device="cuda", requires_grad=True)


for rows, others, width in ((1024, 4, 2048), (4, 1024, 2048), (65, 2048, 512), (8, 8, 8)):
    for batch in ((), (3,)):
        a, b = points(*batch, rows, width), points(*batch, others, width)
        torch.cdist(a, b, p=1.0).sum().backward()
        stage(f"cdist {(*batch, rows, others, width)}")
for rows, width in ((600, 64), (5, 7)):
    a = points(rows, width)
    torch.pdist(a).sum().backward()
    stage(f"pdist {(rows, width)}")
