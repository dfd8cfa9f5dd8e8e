# Adagrad's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import Adagrad

sweep(
    Adagrad,
    dict(foreach=False, weight_decay=0.1), dict(foreach=False, lr_decay=0.1), dict(fused=True, maximize=True),
    dict(fused=True, weight_decay=0.1), dict(maximize=True, weight_decay=0.1), dict(foreach=True, differentiable=True),
    foreach=[False, True], fused=[True], maximize=[True], weight_decay=[0.1], differentiable=[True], lr_decay=[0.1],
    initial_accumulator_value=[0.5], lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
