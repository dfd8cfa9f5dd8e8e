"""Adadelta."""

import torch
from torch import Tensor
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import (
    _check_capturable, _decay_into_grads, _default_to_fused_or_foreach, _increment_steps, _new_step, _to_scalar, _view_as_real,
    Optimizer,
)

__all__ = ["Adadelta", "adadelta"]


class Adadelta(ByLists):
    _states = ("square_avg", "acc_delta", "step")
    _spelled = "Adadelta"

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
                 differentiable=False):
        _check_options(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        _check_options(lr, eps=eps, weight_decay=weight_decay)
        defaults = dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable, foreach=foreach,
                        differentiable=differentiable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = _new_step(p, group["capturable"])
        state["square_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        state["acc_delta"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, group, has_complex, *lists):
        adadelta(*lists, lr=group["lr"], rho=group["rho"], eps=group["eps"], weight_decay=group["weight_decay"], has_complex=has_complex,
                 **_shared_options(group))


def _single_tensor_adadelta(params, grads, square_avgs, acc_deltas, state_steps, *, lr, rho, eps, weight_decay, maximize, differentiable,
                            capturable, has_complex):
    if capturable:
        _check_capturable(params, state_steps)
    lr = _to_scalar(lr)
    for param, grad, square_avg, acc_delta, step in zip(params, grads, square_avgs, acc_deltas, state_steps):
        step += 1
        grad = grad if not maximize else -grad
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if torch.is_complex(param):
            square_avg = torch.view_as_real(square_avg)
            acc_delta = torch.view_as_real(acc_delta)
            grad = torch.view_as_real(grad)
        square_avg.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        std = square_avg.add(eps).sqrt_()
        delta = acc_delta.add(eps).sqrt_()
        if differentiable:
            delta = delta.clone()
        delta.div_(std).mul_(grad)
        acc_delta.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        if torch.is_complex(param):
            delta = torch.view_as_complex(delta)
        param.add_(delta, alpha=-lr)


def _multi_tensor_adadelta(params, grads, square_avgs, acc_deltas, state_steps, *, lr, rho, eps, weight_decay, maximize, differentiable,
                           capturable, has_complex):
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if capturable:
        _check_capturable(params, state_steps)
    if len(params) == 0:
        return
    lr = _to_scalar(lr)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, square_avgs, acc_deltas, state_steps])
    for (device_params_, device_grads_, device_square_avgs_, device_acc_deltas_, device_state_steps_), _ in grouped_tensors.values():
        device_params = device_params_
        device_grads = device_grads_
        device_square_avgs = device_square_avgs_
        device_acc_deltas = device_acc_deltas_
        device_state_steps = device_state_steps_
        if has_complex:
            _view_as_real(device_params, device_grads, device_square_avgs, device_acc_deltas)
        _increment_steps(device_state_steps)
        if maximize:
            device_grads = torch._foreach_neg(device_grads)
        if weight_decay != 0:
            device_grads = _decay_into_grads(device_grads, device_params, weight_decay, maximize)
        torch._foreach_mul_(device_square_avgs, rho)
        torch._foreach_addcmul_(device_square_avgs, device_grads, device_grads, value=1 - rho)
        std = torch._foreach_add(device_square_avgs, eps)
        torch._foreach_sqrt_(std)
        deltas = torch._foreach_add(device_acc_deltas, eps)
        torch._foreach_sqrt_(deltas)
        torch._foreach_div_(deltas, std)
        torch._foreach_mul_(deltas, device_grads)
        torch._foreach_mul_(device_acc_deltas, rho)
        torch._foreach_addcmul_(device_acc_deltas, deltas, deltas, value=1 - rho)
        if capturable and isinstance(lr, Tensor):
            torch._foreach_mul_(deltas, -lr)
            torch._foreach_add_(device_params, deltas)
        else:
            torch._foreach_add_(device_params, deltas, alpha=-lr)


def adadelta(params, grads, square_avgs, acc_deltas, state_steps, capturable=False, foreach=None, differentiable=False, has_complex=False,
             *, lr, rho, eps, weight_decay, maximize):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_adadelta if foreach else _single_tensor_adadelta
    func(params, grads, square_avgs, acc_deltas, state_steps, lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
         differentiable=differentiable, capturable=capturable, has_complex=has_complex)
