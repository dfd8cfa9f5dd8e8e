"""RMSprop."""

import torch
from torch import Tensor
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import (
    _check_capturable, _decay_into_grads, _default_to_fused_or_foreach, _increment_steps, _new_step, _to_scalar, _view_as_real,
    Optimizer,
)

__all__ = ["RMSprop", "rmsprop"]


class RMSprop(ByLists):
    _states = ("square_avg", "momentum_buffer", "grad_avg", "step")
    _spelled = "RMSprop"
    _later_options = dict(ByLists._later_options, momentum=0, centered=False)

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        _check_options(lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay, capturable=capturable,
                        foreach=foreach, maximize=maximize, differentiable=differentiable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = _new_step(p, group["capturable"])
        state["square_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, group, has_complex, params_with_grad, grads, square_avgs, momentum_buffer_list, grad_avgs, state_steps):
        rmsprop(params_with_grad, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, lr=group["lr"], alpha=group["alpha"],
                eps=group["eps"], weight_decay=group["weight_decay"], momentum=group["momentum"], centered=group["centered"],
                has_complex=has_complex, **_shared_options(group))


def _single_tensor_rmsprop(params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, *, lr, alpha, eps, weight_decay,
                           momentum, centered, maximize, differentiable, capturable, has_complex):
    lr = _to_scalar(lr)
    for i, param in enumerate(params):
        step = state_steps[i]
        grad = grads[i]
        grad = grad if not maximize else -grad
        square_avg = square_avgs[i]
        step += 1
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        is_complex_param = torch.is_complex(param)
        if is_complex_param:
            param = torch.view_as_real(param)
            grad = torch.view_as_real(grad)
            square_avg = torch.view_as_real(square_avg)
        square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if centered:
            grad_avg = grad_avgs[i]
            if is_complex_param:
                grad_avg = torch.view_as_real(grad_avg)
            grad_avg.lerp_(grad, 1 - alpha)
            avg = square_avg.addcmul(grad_avg, grad_avg, value=-1).sqrt_()
        else:
            avg = square_avg.sqrt()
        if differentiable:
            avg = avg.add(eps)
        else:
            avg = avg.add_(eps)
        if momentum > 0:
            buf = momentum_buffer_list[i]
            if is_complex_param:
                buf = torch.view_as_real(buf)
            buf.mul_(momentum).addcdiv_(grad, avg)
            param.add_(buf, alpha=-lr)
        else:
            param.addcdiv_(grad, avg, value=-lr)


def _multi_tensor_rmsprop(params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, *, lr, alpha, eps, weight_decay,
                          momentum, centered, maximize, differentiable, capturable, has_complex):
    if len(params) == 0:
        return
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if capturable:
        _check_capturable(params, state_steps, supports_xla=True)
    lr = _to_scalar(lr)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype(
        [params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps])
    for (grouped_params_, grouped_grads_, grouped_square_avgs_, grouped_grad_avgs_, grouped_momentum_buffer_list_,
         grouped_state_steps_), _ in grouped_tensors.values():
        grouped_params = grouped_params_
        grouped_grads = grouped_grads_
        grouped_square_avgs = grouped_square_avgs_
        grouped_state_steps = grouped_state_steps_
        if has_complex:
            state_and_grads = [grouped_grads, grouped_square_avgs]
            if momentum > 0:
                state_and_grads.append(grouped_momentum_buffer_list_)
            if centered:
                state_and_grads.append(grouped_grad_avgs_)
            _view_as_real(grouped_params, *state_and_grads)
        if maximize:
            grouped_grads = torch._foreach_neg(grouped_grads)
        _increment_steps(grouped_state_steps)
        if weight_decay != 0:
            grouped_grads = _decay_into_grads(grouped_grads, grouped_params, weight_decay, maximize)
        torch._foreach_mul_(grouped_square_avgs, alpha)
        torch._foreach_addcmul_(grouped_square_avgs, grouped_grads, grouped_grads, value=1 - alpha)
        if centered:
            grouped_grad_avgs = grouped_grad_avgs_
            torch._foreach_lerp_(grouped_grad_avgs, grouped_grads, 1 - alpha)
            avg = torch._foreach_addcmul(grouped_square_avgs, grouped_grad_avgs, grouped_grad_avgs, value=-1)
            torch._foreach_sqrt_(avg)
            torch._foreach_add_(avg, eps)
        else:
            avg = torch._foreach_sqrt(grouped_square_avgs)
            torch._foreach_add_(avg, eps)
        if momentum > 0:
            grouped_momentum_buffer_list = grouped_momentum_buffer_list_
            torch._foreach_mul_(grouped_momentum_buffer_list, momentum)
            torch._foreach_addcdiv_(grouped_momentum_buffer_list, grouped_grads, avg)
            if capturable and isinstance(lr, Tensor):
                momentum_lr = torch._foreach_mul(grouped_momentum_buffer_list, -lr)
                torch._foreach_add_(grouped_params, momentum_lr)
            else:
                torch._foreach_add_(grouped_params, grouped_momentum_buffer_list, alpha=-lr)
        elif capturable and isinstance(lr, Tensor):
            torch._foreach_div_(avg, -lr)
            torch._foreach_addcdiv_(grouped_params, grouped_grads, avg)
        else:
            torch._foreach_addcdiv_(grouped_params, grouped_grads, avg, value=-lr)


def rmsprop(params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, foreach=None, maximize=False, differentiable=False,
            capturable=False, has_complex=False, *, lr, alpha, eps, weight_decay, momentum, centered):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_rmsprop if foreach else _single_tensor_rmsprop
    func(params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay,
         momentum=momentum, centered=centered, maximize=maximize, capturable=capturable, differentiable=differentiable,
         has_complex=has_complex)
