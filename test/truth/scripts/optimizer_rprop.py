# Rprop's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import Rprop

sweep(
    Rprop,
    dict(foreach=False, capturable=True), dict(foreach=False, maximize=True), dict(capturable=True, maximize=True),
    foreach=[False, True], capturable=[True], maximize=[True], differentiable=[True],
    lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
