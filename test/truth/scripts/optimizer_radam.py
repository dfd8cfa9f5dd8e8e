# RAdam's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import RAdam

sweep(
    RAdam,
    dict(foreach=False, capturable=True), dict(foreach=False, maximize=True), dict(foreach=False, decoupled_weight_decay=True),
    dict(capturable=True, weight_decay=0.1), dict(maximize=True, weight_decay=0.1),
    foreach=[False, True], capturable=[True], maximize=[True], weight_decay=[0.1], differentiable=[True],
    decoupled_weight_decay=[True], lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
