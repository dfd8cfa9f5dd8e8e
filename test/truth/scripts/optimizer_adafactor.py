# Adafactor's options: factored second moments, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import Adafactor

sweep(
    Adafactor,
    dict(foreach=False, maximize=True), dict(foreach=False, weight_decay=0.1), dict(maximize=True, weight_decay=0.1),
    foreach=[False, True], maximize=[True], weight_decay=[0.1], eps=[(1e-3, 1e-3)],
    # On the device it would be compared with a number, and values read as zeros in the recording.
    lr=[torch.tensor(0.1)],
)
