# autocast's policy by operator: which results are low precision, which float, which promote.
import torch
import torch.nn.functional as F
from stage import stage

a, b = torch.randn(256, 256, device="cuda"), torch.randn(256, 256, device="cuda")
h = a.bfloat16()
image, kernel = torch.randn(4, 8, 16, 16, device="cuda"), torch.randn(8, 8, 3, 3, device="cuda")
with torch.autocast("cuda", torch.bfloat16):
    results = {
        "matmul": a @ b, "addmm": torch.addmm(a, a, b), "bmm": torch.bmm(a[None], b[None]), "linear": F.linear(a, b),
        "conv2d": F.conv2d(image, kernel), "einsum": torch.einsum("ij,jk->ik", a, b), "softmax": h.softmax(-1),
        "log_softmax": h.log_softmax(-1), "layer_norm": F.layer_norm(h, (256,)), "group_norm": F.group_norm(image, 2),
        "gelu": F.gelu(h), "silu": F.silu(h), "exp": h.exp(), "pow": h.pow(2), "sum": h.sum(), "mean": h.mean(), "cumsum": h.cumsum(0),
        "norm": h.norm(), "mse": F.mse_loss(h, b), "l1": F.l1_loss(h, b), "add": h + b, "cat": torch.cat([h, b]),
        "stack": torch.stack([h, b]), "addcmul": torch.addcmul(h, b, b), "where": torch.where(a > 0, h, b), "cosine": F.cosine_similarity(h, b),
        "cdist": torch.cdist(a, b), "sdpa": F.scaled_dot_product_attention(a[None, None], b[None, None], a[None, None]),
        "cross_entropy": F.cross_entropy(h, torch.zeros(256, dtype=torch.long, device="cuda")), "rsqrt": h.rsqrt(),
        "logsigmoid": F.logsigmoid(h), "softplus": F.softplus(h), "prod": h.prod(0), "interpolate": F.interpolate(image, scale_factor=2.0),
        "embedding": F.embedding(torch.zeros(4, dtype=torch.long, device="cuda"), a), "dropout": F.dropout(h, 0.1),
        "batch_norm": F.batch_norm(image.bfloat16(), None, None, training=True), "prelu": F.prelu(a, b[0, :1]), "baddbmm": torch.baddbmm(a[None], a[None], b[None]),
    }
    stage("results")
for name, value in results.items():
    print(name, str(value.dtype)[6:], list(value.shape))
