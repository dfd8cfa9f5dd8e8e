"""Adam for sparse gradients."""

import math

import torch
from .optimizer import _to_scalar, Optimizer

__all__ = ["SparseAdam"]


class SparseAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                if not p.grad.is_sparse:
                    raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                    state["exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                state["step"] += 1
                self._update(p, p.grad, state, beta1, beta2, _to_scalar(group["lr"]), group["eps"])
        return loss

    @staticmethod
    def _update(param, grad, state, beta1, beta2, lr, eps):
        grad = grad.coalesce()
        indices, values, size = grad._indices(), grad._values(), grad.size()
        old_exp_avg_values = state["exp_avg"].sparse_mask(grad)._values()
        exp_avg_update = values.sub(old_exp_avg_values).mul_(1 - beta1)
        state["exp_avg"].add_(torch.sparse_coo_tensor(indices, exp_avg_update, size))
        old_exp_avg_sq_values = state["exp_avg_sq"].sparse_mask(grad)._values()
        exp_avg_sq_update = values.pow(2).sub_(old_exp_avg_sq_values).mul_(1 - beta2)
        state["exp_avg_sq"].add_(torch.sparse_coo_tensor(indices, exp_avg_sq_update, size))
        numer = exp_avg_update.add_(old_exp_avg_values)
        denom = exp_avg_sq_update.add_(old_exp_avg_sq_values).sqrt_().add_(eps)
        step_size = lr * math.sqrt(1 - beta2 ** state["step"]) / (1 - beta1 ** state["step"])
        param.add_(torch.sparse_coo_tensor(indices, -step_size * numer.div_(denom), size))
