"""Adafactor: second moments of matrices by rows and columns."""

import torch
from torch import Tensor
from .optimizer import _get_scalar_dtype, _increment_steps, _restore_groups, _to_scalar, Optimizer

__all__ = ["Adafactor", "adafactor"]


class Adafactor(Optimizer):
    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 >= beta2_decay:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None and not 0.0 <= eps[0]:
            raise ValueError(f"epsilon1 should be >= 0 but is: {eps[0]}")
        if not 0.0 <= eps[1]:
            raise ValueError(f"epsilon2 should be >= 0 but is: {eps[1]}")
        if not 1.0 <= d:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        defaults = dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach, maximize=maximize)
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        _restore_groups(self, dict(foreach=None))

    def _init_group(self, group, params_with_grad, grads, row_vars, col_vars, variances, state_steps):
        for p in group["params"]:
            if p.grad is None:
                continue
            if torch.is_complex(p):
                raise RuntimeError("Adafactor does not support complex parameters")
            if p.grad.is_sparse:
                raise RuntimeError("Adafactor does not support sparse gradients")
            params_with_grad.append(p)
            grads.append(p.grad)
            state = self.state[p]
            if len(state) == 0:
                state["step"] = torch.tensor(0.0, dtype=_get_scalar_dtype())
                if p.grad.dim() > 1:
                    row_shape = list(p.grad.shape)
                    row_shape[-1] = 1
                    state["row_var"] = p.grad.new_zeros(row_shape)
                    col_shape = list(p.grad.shape)
                    col_shape[-2] = 1
                    state["col_var"] = p.grad.new_zeros(col_shape)
                else:
                    state["variance"] = torch.zeros_like(p.grad, memory_format=torch.preserve_format)
            row_vars.append(state.get("row_var", None))
            col_vars.append(state.get("col_var", None))
            variances.append(state.get("variance", None))
            state_steps.append(state["step"])
        return False

    @torch.no_grad()
    def step(self, closure=None):
        self._accelerator_graph_capture_health_check()
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            params_with_grad = []
            grads = []
            row_vars = []
            col_vars = []
            variances = []
            state_steps = []
            eps1, eps2 = group["eps"]
            has_complex = self._init_group(group, params_with_grad, grads, row_vars, col_vars, variances, state_steps)
            adafactor(params_with_grad, grads, row_vars, col_vars, variances, state_steps, d=group["d"], lr=group["lr"],
                      beta2_decay=group["beta2_decay"], weight_decay=group["weight_decay"], eps1=eps1, eps2=eps2, foreach=group["foreach"],
                      maximize=group["maximize"], grad_scale=getattr(self, "grad_scale", None),
                      found_inf=getattr(self, "found_inf", None), has_complex=has_complex)
        return loss


def _single_tensor_adafactor(params, grads, row_vars, col_vars, variances, state_steps, grad_scale, found_inf, *, d, lr, beta2_decay,
                             weight_decay, eps1, eps2, maximize, has_complex):
    lr = _to_scalar(lr)
    vector_norm = torch._C._linalg.linalg_vector_norm
    for i, param in enumerate(params):
        grad = grads[i] if not maximize else -grads[i]
        step_t = state_steps[i]
        row_var = row_vars[i]
        col_var = col_vars[i]
        variance = variances[i]
        if eps1 is None:
            eps1 = torch.finfo(param.dtype).eps
        step_t += 1
        step_float = step_t.item()
        one_minus_beta2_t = step_float ** beta2_decay
        rho_t = min(lr, 1 / (step_float ** 0.5))
        alpha = max(eps2, param.norm(2).item() / (param.numel() ** 0.5)) * rho_t
        if weight_decay != 0:
            param.mul_(1 - lr * weight_decay)
        if grad.dim() > 1:
            row_mean = vector_norm(grad, dim=-1, keepdim=True).square_().div_(grad.size(-1))
            row_var.lerp_(row_mean, one_minus_beta2_t)
            col_mean = vector_norm(grad, dim=-2, keepdim=True).square_().div_(grad.size(-2))
            col_var.lerp_(col_mean, one_minus_beta2_t)
            var_estimate = row_var @ col_var
            var_estimate.div_(row_var.mean(dim=-2, keepdim=True).clamp_(min=eps1))
        else:
            grad_squared = grad * grad
            variance.lerp_(grad_squared, one_minus_beta2_t)
            var_estimate = variance.clone()
        update = var_estimate.clamp_(min=eps1 * eps1).rsqrt_()
        update.mul_(grad)
        denom = max(1.0, update.norm(2).item() / ((update.numel() ** 0.5) * d))
        param.add_(update, alpha=-alpha / denom)


def _group_tensors_by_device_dtype_and_is_multidim(tensorlists):
    """The groups by device and dtype, split further into matrices and vectors."""
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype(tensorlists)
    result = {}
    for (device, dtype), (lists, _) in grouped_tensors.items():
        for j, tensor in enumerate(lists[1]):
            group = result.setdefault((device, dtype, tensor.dim() > 1), [[] for _ in lists])
            for i in range(len(lists)):
                group[i].append(lists[i][j])
    return result


def _multi_tensor_adafactor(params, grads, row_vars, col_vars, variances, state_steps, grad_scale, found_inf, *, d, lr, beta2_decay,
                            weight_decay, eps1, eps2, maximize, has_complex):
    if len(params) == 0:
        return
    lr = _to_scalar(lr)
    vector_norm = torch._C._linalg.linalg_vector_norm
    grouped_tensors = _group_tensors_by_device_dtype_and_is_multidim([params, grads, row_vars, col_vars, variances, state_steps])
    for (_, dtype, is_multidim), (device_params, device_grads_, device_row_vars, device_col_vars, device_variances,
                                  device_state_steps) in grouped_tensors.items():
        device_grads = device_grads_
        if eps1 is None:
            eps1 = torch.finfo(dtype).eps
        if maximize:
            device_grads = torch._foreach_neg(device_grads)
        _increment_steps(device_state_steps)
        one_minus_beta2_ts = []
        rho_ts = []
        for s in device_state_steps:
            one_minus_beta2_ts.append(s.item() ** beta2_decay)
            rho_ts.append(min(lr, 1 / (s.item() ** 0.5)))
        alphas = [max(eps2, p.norm(2).item() / (p.numel() ** 0.5)) * r for p, r in zip(device_params, rho_ts)]
        if weight_decay != 0:
            torch._foreach_mul_(device_params, 1 - lr * weight_decay)
        if is_multidim:
            row_means = [vector_norm(grad, dim=-1, keepdim=True) for grad in device_grads]
            torch._foreach_mul_(row_means, row_means)
            torch._foreach_div_(row_means, [grad.size(-1) for grad in device_grads])
            torch._foreach_lerp_(device_row_vars, row_means, one_minus_beta2_ts)
            del row_means
            col_means = [vector_norm(grad, dim=-2, keepdim=True) for grad in device_grads]
            torch._foreach_mul_(col_means, col_means)
            torch._foreach_div_(col_means, [grad.size(-2) for grad in device_grads])
            torch._foreach_lerp_(device_col_vars, col_means, one_minus_beta2_ts)
            del col_means
            var_estimates = [row_var @ col_var for row_var, col_var in zip(device_row_vars, device_col_vars)]
            row_var_means = [row_var.mean(dim=-2, keepdim=True) for row_var in device_row_vars]
            torch._foreach_clamp_min_(row_var_means, eps1)
            torch._foreach_div_(var_estimates, row_var_means)
            del row_var_means
        else:
            grads_squared = torch._foreach_mul(device_grads, device_grads)
            torch._foreach_lerp_(device_variances, grads_squared, one_minus_beta2_ts)
            del grads_squared
            var_estimates = [v.clone() for v in device_variances]
        torch._foreach_clamp_min_(var_estimates, eps1 * eps1)
        torch._foreach_rsqrt_(var_estimates)
        torch._foreach_mul_(var_estimates, device_grads)
        updates = var_estimates
        alphas = [-a / max(1.0, update.norm(2).item() / ((update.numel() ** 0.5) * d)) for a, update in zip(alphas, updates)]
        torch._foreach_mul_(updates, alphas)
        torch._foreach_add_(device_params, updates)


def adafactor(params, grads, row_vars, col_vars, variances, state_steps, foreach=None, grad_scale=None, found_inf=None, has_complex=False, *,
              d, lr, beta2_decay, weight_decay, eps1, eps2, maximize):
    func = _multi_tensor_adafactor if foreach else _single_tensor_adafactor
    func(params, grads, row_vars, col_vars, variances, state_steps, grad_scale, found_inf, d=d, lr=lr, beta2_decay=beta2_decay,
         weight_decay=weight_decay, eps1=eps1, eps2=eps2, maximize=maximize, has_complex=has_complex)
