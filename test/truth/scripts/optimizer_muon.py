# Muon's options: its one momentum buffer, and the matrices of Newton and Schulz's iteration.
import torch
from optimizer_steps import sweep
from torch.optim import Muon

sweep(
    Muon,
    dict(nesterov=False, momentum=0.5), dict(ns_steps=3, weight_decay=0),
    weight_decay=[0], momentum=[0.5], nesterov=[False], ns_steps=[3], adjust_lr_fn=["match_rms_adamw"], only_matrices=True,
)
