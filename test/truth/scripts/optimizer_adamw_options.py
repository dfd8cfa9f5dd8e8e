# AdamW's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import AdamW

sweep(
    AdamW,
    dict(foreach=False, amsgrad=True), dict(foreach=False, capturable=True), dict(foreach=False, maximize=True),
    dict(fused=True, amsgrad=True), dict(fused=True, maximize=True), dict(capturable=True, amsgrad=True, maximize=True),
    foreach=[False, True], fused=[True], capturable=[True], amsgrad=[True], maximize=[True], weight_decay=[0],
    differentiable=[True], lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
