# Adam's options: which tensors each keeps, and what its step takes beside them.
import torch
from optimizer_steps import sweep
from torch.optim import Adam

sweep(
    Adam,
    dict(foreach=False, amsgrad=True), dict(foreach=False, capturable=True), dict(foreach=False, maximize=True),
    dict(foreach=False, weight_decay=0.1), dict(foreach=False, lr=torch.tensor(0.1, device="cuda")),
    dict(fused=True, amsgrad=True), dict(fused=True, maximize=True), dict(fused=True, capturable=True),
    dict(fused=True, lr=torch.tensor(0.1, device="cuda")), dict(fused=True, foreach=True), dict(fused=True, differentiable=True),
    dict(capturable=True, amsgrad=True), dict(capturable=True, lr=torch.tensor(0.1)), dict(maximize=True, weight_decay=0.1),
    dict(capturable=True, betas=(torch.tensor(0.9), torch.tensor(0.99))), dict(amsgrad=True, differentiable=True),
    foreach=[False, True], fused=[True], capturable=[True], amsgrad=[True], maximize=[True], weight_decay=[0.1],
    differentiable=[True], decoupled_weight_decay=[True], lr=[torch.tensor(0.1), torch.tensor(0.1, device="cuda")],
)
