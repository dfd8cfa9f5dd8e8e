# Cross entropy keeps the log-softmax; ignore_index, weights, label smoothing and soft targets change its temporaries.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

target = torch.randint(0, 8000, (512,), device="cuda")


def check(name, loss, dtype=torch.float32, shape=(512, 8000), target=target):
    w = torch.ones((), device="cuda", requires_grad=True)
    logits = (torch.randn(*shape, device="cuda") * w).to(dtype)
    stage(f"{name} start")
    value = loss(logits, target)
    print(tuple(value.shape), value.dtype)
    stage(f"{name} forward")
    value.sum().backward()
    stage(f"{name} backward")


check("plain", F.cross_entropy)
check("ignore_index", lambda x, t: F.cross_entropy(x, t, ignore_index=0))
check("sum", lambda x, t: F.cross_entropy(x, t, reduction="sum"))
check("none", lambda x, t: F.cross_entropy(x, t, reduction="none"))
check("smoothing", lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1))
check("weight", lambda x, t: F.cross_entropy(x, t, weight=torch.ones(8000, device="cuda")))
check("weight smoothing", nn.CrossEntropyLoss(weight=torch.ones(8000, device="cuda"), label_smoothing=0.1, ignore_index=5))
check("bf16", F.cross_entropy, dtype=torch.bfloat16)
check("bf16 to float", lambda x, t: F.cross_entropy(x.float(), t), dtype=torch.bfloat16)
check("soft", F.cross_entropy, target=torch.full((512, 8000), 1 / 8000, device="cuda"))
check("dense", F.cross_entropy, shape=(4, 21, 64, 64), target=torch.zeros(4, 64, 64, dtype=torch.long, device="cuda"))
check("log_softmax + nll", lambda x, t: F.nll_loss(F.log_softmax(x, dim=-1), t))
