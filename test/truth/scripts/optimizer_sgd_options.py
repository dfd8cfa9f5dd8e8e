# SGD's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import SGD

sweep(
    SGD,
    dict(momentum=0.9, nesterov=True), dict(momentum=0.9, dampening=0.5), dict(momentum=0.9, weight_decay=0.1),
    dict(foreach=False, momentum=0.9), dict(foreach=False, momentum=0.9, nesterov=True), dict(foreach=False, weight_decay=0.1),
    dict(fused=True, momentum=0.9), dict(fused=True, maximize=True), dict(fused=True, weight_decay=0.1),
    dict(maximize=True, momentum=0.9), dict(maximize=True, weight_decay=0.1),
    foreach=[False, True], fused=[True], maximize=[True], weight_decay=[0.1], differentiable=[True], momentum=[0.9],
    nesterov=[True], lr=[torch.tensor(0.1)],
)
