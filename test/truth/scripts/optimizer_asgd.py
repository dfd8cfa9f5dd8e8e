# ASGD's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import ASGD

sweep(
    ASGD,
    dict(foreach=False, capturable=True), dict(capturable=True, weight_decay=0.1), dict(maximize=True, weight_decay=0.1),
    foreach=[True], capturable=[True], maximize=[True], weight_decay=[0.1],
    lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
