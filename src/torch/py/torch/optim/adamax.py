"""Adamax: Adam by the infinity norm."""

import torch
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import (
    _check_capturable, _decay_into_grads, _default_to_fused_or_foreach, _get_value, _increment_steps, _new_step, _to_scalar,
    _view_as_real, Optimizer,
)

__all__ = ["Adamax", "adamax"]


class Adamax(ByLists):
    _states = ("exp_avg", "exp_inf", "step")
    _spelled = "Adamax"

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False, differentiable=False,
                 capturable=False):
        _check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay)
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                        differentiable=differentiable, capturable=capturable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = _new_step(p, group["capturable"])
        state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        state["exp_inf"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, group, has_complex, *lists):
        beta1, beta2 = group["betas"]
        adamax(*lists, eps=group["eps"], beta1=beta1, beta2=beta2, lr=group["lr"], weight_decay=group["weight_decay"],
               has_complex=has_complex, **_shared_options(group))


def _single_tensor_adamax(params, grads, exp_avgs, exp_infs, state_steps, *, eps, beta1, beta2, lr, weight_decay, maximize, differentiable,
                          capturable, has_complex):
    lr = _to_scalar(lr)
    for i, param in enumerate(params):
        grad = grads[i]
        grad = grad if not maximize else -grad
        exp_avg = exp_avgs[i]
        exp_inf = exp_infs[i]
        step_t = state_steps[i]
        step_t += 1
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if torch.is_complex(param):
            param = torch.view_as_real(param)
            grad = torch.view_as_real(grad)
            exp_avg = torch.view_as_real(exp_avg)
            exp_inf = torch.view_as_real(exp_inf)
        exp_avg.lerp_(grad, 1 - beta1)
        if not differentiable:
            torch.maximum(exp_inf.mul_(beta2), grad.abs().add_(eps), out=exp_inf)
        else:
            norm_buf = torch.cat([exp_inf.mul_(beta2).unsqueeze(0), grad.abs().add_(eps).unsqueeze_(0)], 0)
            exp_inf.copy_(torch.amax(norm_buf, 0, keepdim=False))
        if capturable:
            neg_bias_correction = beta1 ** step_t - 1
            neg_bias_correction.div_(lr)
            denom = exp_inf * neg_bias_correction
            param.addcdiv_(exp_avg, denom)
        else:
            bias_correction = 1 - beta1 ** _get_value(step_t)
            clr = lr / bias_correction
            param.addcdiv_(exp_avg, exp_inf, value=-clr)


def _multi_tensor_adamax(params, grads, exp_avgs, exp_infs, state_steps, *, eps, beta1, beta2, lr, weight_decay, maximize, differentiable,
                         capturable, has_complex):
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if len(params) == 0:
        return
    if capturable:
        _check_capturable(params, state_steps)
    lr = _to_scalar(lr)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, exp_avgs, exp_infs, state_steps])
    for (grouped_params_, grouped_grads_, grouped_exp_avgs_, grouped_exp_infs_, grouped_state_steps_), _ in grouped_tensors.values():
        grouped_params = grouped_params_
        grouped_grads = grouped_grads_
        grouped_exp_avgs = grouped_exp_avgs_
        grouped_exp_infs = grouped_exp_infs_
        grouped_state_steps = grouped_state_steps_
        if has_complex:
            _view_as_real(grouped_params, grouped_grads, grouped_exp_avgs, grouped_exp_infs)
        if maximize:
            grouped_grads = torch._foreach_neg(grouped_grads)
        _increment_steps(grouped_state_steps)
        if weight_decay != 0:
            grouped_grads = _decay_into_grads(grouped_grads, grouped_params, weight_decay, maximize)
        torch._foreach_lerp_(grouped_exp_avgs, grouped_grads, 1 - beta1)
        torch._foreach_mul_(grouped_exp_infs, beta2)
        if not maximize and weight_decay == 0:
            grouped_grads = torch._foreach_abs(grouped_grads)
        else:
            torch._foreach_abs_(grouped_grads)
        torch._foreach_add_(grouped_grads, eps)
        torch._foreach_maximum_(grouped_exp_infs, grouped_grads)
        if capturable:
            bias_corrections = torch._foreach_pow(beta1, grouped_state_steps)
            torch._foreach_sub_(bias_corrections, 1)
            torch._foreach_div_(bias_corrections, lr)
            denom = torch._foreach_mul(grouped_exp_infs, bias_corrections)
            torch._foreach_addcdiv_(grouped_params, grouped_exp_avgs, denom)
        else:
            bias_corrections = [1 - beta1 ** _get_value(step) for step in grouped_state_steps]
            step_size = [(_get_value(lr) / bc) * -1 for bc in bias_corrections]
            torch._foreach_addcdiv_(grouped_params, grouped_exp_avgs, grouped_exp_infs, step_size)


def adamax(params, grads, exp_avgs, exp_infs, state_steps, foreach=None, maximize=False, differentiable=False, capturable=False,
           has_complex=False, *, eps, beta1, beta2, lr, weight_decay):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_adamax if foreach else _single_tensor_adamax
    func(params, grads, exp_avgs, exp_infs, state_steps, eps=eps, beta1=beta1, beta2=beta2, lr=lr, weight_decay=weight_decay,
         maximize=maximize, differentiable=differentiable, has_complex=has_complex, capturable=capturable)
