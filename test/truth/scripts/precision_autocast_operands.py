# Operands of two dtypes under autocast: which are cast (a copy each), which the operator itself takes as they are.
import torch
import torch.nn.functional as F


def requested(which):
    return torch.cuda.memory_stats()[f"requested_bytes.all.{which}"]


for grad in (False, True):
    def floats(*sizes):
        return torch.zeros(*sizes, device="cuda", requires_grad=grad)

    def halves(*sizes):
        return torch.zeros(*sizes, device="cuda", dtype=torch.bfloat16, requires_grad=grad)

    a, h, m, l, v, w = floats(8, 16, 32), halves(8, 16, 32), floats(32, 32), halves(32, 32), floats(32), halves(32)
    image, low = floats(2, 4, 16, 16), halves(2, 4, 16, 16)
    where = torch.zeros(8, 16, 32, dtype=torch.long, device="cuda")
    t = torch.zeros(32, dtype=torch.long, device="cuda")
    calls = {
        "cat": lambda: torch.cat((m, l)), "cat of an expanded": lambda: torch.cat((m[None].expand(8, -1, -1), h), 1),
        "cat of ints": lambda: torch.cat((m, l, t[:, None].expand(32, 32))), "stack": lambda: torch.stack((m, l)),
        "vstack": lambda: torch.vstack((m, l)), "column_stack": lambda: torch.column_stack((v, w)), "block_diag": lambda: torch.block_diag(m, l),
        "dist": lambda: torch.dist(a, h), "cdist": lambda: torch.cdist(h, a), "cross": lambda: torch.cross(floats(8, 3), halves(8, 3), dim=1),
        "where": lambda: torch.where(a > 0, a, h), "scatter_add": lambda: torch.scatter_add(h, 0, where, a),
        "index_put": lambda: torch.index_put(l, (t,), m), "tensordot": lambda: torch.tensordot(m, l, 1), "prelu": lambda: F.prelu(low, floats(4)),
        "rms_norm": lambda: F.rms_norm(h, (32,), v), "layer_norm": lambda: F.layer_norm(h, (32,), v, v), "normalize": lambda: F.normalize(h, dim=-1),
        "grid_sample": lambda: F.grid_sample(image, halves(2, 8, 8, 2), align_corners=False), "bilinear": lambda: F.bilinear(m, l, floats(8, 32, 32)),
        "hinge": lambda: F.hinge_embedding_loss(l, m), "bce": lambda: F.binary_cross_entropy_with_logits(l, m), "mse": lambda: F.mse_loss(l, m),
        "smooth_l1": lambda: F.smooth_l1_loss(l, m), "kl": lambda: F.kl_div(h, a, reduction="batchmean"), "triplet": lambda: F.triplet_margin_loss(l, m, l),
        "cosine": lambda: F.cosine_similarity(h, a), "interpolate": lambda: F.interpolate(low, scale_factor=2, mode="bilinear"),
        "einsum": lambda: torch.einsum("bij,kj->bik", h, m), "outer": lambda: torch.outer(v, w), "dot": lambda: torch.dot(v, w),
        "multi_dot": lambda: torch.linalg.multi_dot((m, l, m)), "addcmul": lambda: torch.addcmul(m, l, l), "atan2": lambda: torch.atan2(m, l),
        "maximum": lambda: torch.maximum(m, l), "logsumexp": lambda: h.logsumexp(-1), "matrix_norm": lambda: torch.linalg.matrix_norm(h),
    }
    with torch.autocast("cuda", torch.bfloat16):
        m @ m  # cuBLAS has its workspace from here on
        torch.clear_autocast_cache()
        for name, call in calls.items():
            torch.cuda.reset_peak_memory_stats()
            before = requested("current")
            result = call()
            print(name, str(result.dtype)[6:], requested("peak") - before, requested("current") - before)
            del result
            torch.clear_autocast_cache()
