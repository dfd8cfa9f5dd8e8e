"""Averaged stochastic gradient descent. Its counters live on the parameter's device."""

import torch
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import (
    _check_capturable, _default_to_fused_or_foreach, _get_scalar_dtype, _get_value, _increment_steps, _to_scalar, _view_as_real,
    Optimizer,
)

__all__ = ["ASGD", "asgd"]


class ASGD(ByLists):
    _states = ("mu", "ax", "eta", "step")
    _spelled = "ASGD"

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False, differentiable=False,
                 capturable=False):
        _check_options(lr, weight_decay=weight_decay)
        defaults = dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                        differentiable=differentiable, capturable=capturable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = torch.zeros((), device=p.device, dtype=_get_scalar_dtype())
        state["eta"] = torch.as_tensor(_to_scalar(group["lr"]), device=p.device, dtype=_get_scalar_dtype()).clone().detach()
        state["mu"] = torch.ones((), device=p.device, dtype=_get_scalar_dtype())
        state["ax"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, group, has_complex, params_with_grad, grads, mus, axs, etas, state_steps):
        asgd(params_with_grad, grads, axs, mus, etas, state_steps, lambd=group["lambd"], lr=group["lr"], t0=group["t0"],
             alpha=group["alpha"], weight_decay=group["weight_decay"], has_complex=has_complex, **_shared_options(group))


def _single_tensor_asgd(params, grads, axs, mus, etas, state_steps, *, lambd, lr, t0, alpha, weight_decay, maximize, differentiable,
                        capturable, has_complex):
    lr = _to_scalar(lr)
    for i, param in enumerate(params):
        grad = grads[i]
        grad = grad if not maximize else -grad
        mu = mus[i]
        ax = axs[i]
        eta = etas[i]
        step_t = state_steps[i]
        if torch.is_complex(param):
            grad = torch.view_as_real(grad)
            param = torch.view_as_real(param)
            ax = torch.view_as_real(ax)
        step_t += 1
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if capturable:
            param.mul_(1 - lambd * eta)
            param.addcmul_(grad, eta, value=-1)
        else:
            eta_value = _get_value(eta)
            param.mul_(1 - lambd * eta_value)
            param.add_(grad, alpha=-eta_value)
        if capturable or mu.item() != 1:
            ax.add_(param.sub(ax).mul_(mu))
        else:
            ax.copy_(param)
        if capturable:
            eta.copy_(lr / ((1 + lambd * lr * step_t) ** alpha))
            mu.copy_(1 / torch.maximum(step_t - t0, torch.ones_like(step_t)))
        else:
            step = _get_value(step_t)
            eta.copy_(torch.as_tensor(lr / ((1 + lambd * lr * step) ** alpha)))
            mu.copy_(torch.as_tensor(1 / max(1, step - t0)))


def _multi_tensor_asgd(params, grads, axs, mus, etas, state_steps, *, lambd, lr, t0, alpha, weight_decay, maximize, differentiable,
                       capturable, has_complex):
    if len(params) == 0:
        return
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if capturable:
        _check_capturable(params, state_steps)
    lr = _to_scalar(lr)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, axs, mus, etas, state_steps])
    for (device, _), ((grouped_params, grouped_grads_, grouped_axs, grouped_mus, grouped_etas, grouped_state_steps),
                      _) in grouped_tensors.items():
        grouped_grads = grouped_grads_
        if has_complex:
            _view_as_real(grouped_params, grouped_grads, grouped_axs)
        if maximize:
            grouped_grads = torch._foreach_neg(grouped_grads)
        _increment_steps(grouped_state_steps)
        if weight_decay != 0:
            if maximize:
                torch._foreach_add_(grouped_grads, grouped_params, alpha=weight_decay)
                intermediate = grouped_grads
            else:
                intermediate = torch._foreach_add(grouped_grads, grouped_params, alpha=weight_decay)
            torch._foreach_add_(intermediate, grouped_params, alpha=lambd)
        else:
            intermediate = torch._foreach_add(grouped_grads, grouped_params, alpha=lambd)
        torch._foreach_addcmul_(grouped_params, intermediate, grouped_etas, value=-1)
        del intermediate
        intermediate = torch._foreach_sub(grouped_params, grouped_axs)
        torch._foreach_addcmul_(grouped_axs, intermediate, grouped_mus)
        del intermediate
        if capturable:
            new_mus = torch._foreach_sub(grouped_state_steps, t0)
            torch._foreach_maximum_(new_mus, 1.0)
            torch._foreach_reciprocal_(new_mus)
            torch._foreach_copy_(grouped_mus, new_mus)
            del new_mus
            new_etas = torch._foreach_mul(grouped_state_steps, lambd)
            torch._foreach_mul_(new_etas, lr)
            torch._foreach_add_(new_etas, 1)
            torch._foreach_pow_(new_etas, alpha)
            torch._foreach_reciprocal_(new_etas)
            torch._foreach_mul_(new_etas, lr)
            torch._foreach_copy_(grouped_etas, new_etas)
        else:
            new_etas = [torch.as_tensor(lr / ((1 + lambd * lr * step) ** alpha), device=device) for step in grouped_state_steps]
            new_mus = [torch.as_tensor(1 / max(1, _get_value(step) - t0), device=device) for step in grouped_state_steps]
            torch._foreach_copy_(grouped_etas, new_etas)
            torch._foreach_copy_(grouped_mus, new_mus)


def asgd(params, grads, axs, mus, etas, state_steps, foreach=None, maximize=False, differentiable=False, capturable=False,
         has_complex=False, *, lambd, lr, t0, alpha, weight_decay):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_asgd if foreach else _single_tensor_asgd
    func(params, grads, axs, mus, etas, state_steps, lambd=lambd, lr=lr, t0=t0, alpha=alpha, weight_decay=weight_decay, maximize=maximize,
         differentiable=differentiable, capturable=capturable, has_complex=has_complex)
