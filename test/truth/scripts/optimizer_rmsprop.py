# RMSprop's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import RMSprop

sweep(
    RMSprop,
    dict(foreach=False, momentum=0.9), dict(foreach=False, centered=True), dict(foreach=False, capturable=True),
    dict(momentum=0.9, centered=True), dict(capturable=True, centered=True), dict(maximize=True, weight_decay=0.1),
    foreach=[False, True], capturable=[True], maximize=[True], weight_decay=[0.1], differentiable=[True], momentum=[0.9],
    centered=[True], lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
