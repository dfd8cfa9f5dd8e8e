"""Rprop."""

import torch
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import _check_capturable, _default_to_fused_or_foreach, _increment_steps, _new_step, _to_scalar, _view_as_real, Optimizer

__all__ = ["Rprop", "rprop"]


class Rprop(ByLists):
    _states = ("prev", "step_size", "step")
    _spelled = "Rprop"

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        _check_options(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        defaults = dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, differentiable=differentiable,
                        capturable=capturable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = _new_step(p, group["capturable"])
        state["prev"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        lr = group["lr"]
        state["step_size"] = torch.full_like(p.grad, complex(lr, lr) if p.dtype.is_complex else _to_scalar(lr))

    def _update(self, group, has_complex, *lists):
        etaminus, etaplus = group["etas"]
        step_size_min, step_size_max = group["step_sizes"]
        rprop(*lists, step_size_min=step_size_min, step_size_max=step_size_max, etaminus=etaminus, etaplus=etaplus,
              has_complex=has_complex, **_shared_options(group))


def _rescale_signs(sign, etaminus, etaplus, capturable):
    if capturable:
        sign.copy_(torch.where(sign.gt(0), etaplus, sign))
        sign.copy_(torch.where(sign.lt(0), etaminus, sign))
        sign.copy_(torch.where(sign.eq(0), 1, sign))
    else:
        sign[sign.gt(0)] = etaplus
        sign[sign.lt(0)] = etaminus
        sign[sign.eq(0)] = 1


def _single_tensor_rprop(params, grads, prevs, step_sizes, state_steps, *, step_size_min, step_size_max, etaminus, etaplus, maximize,
                         capturable, differentiable, has_complex):
    for i, param in enumerate(params):
        grad = grads[i]
        grad = grad if not maximize else -grad
        prev = prevs[i]
        step_size = step_sizes[i]
        step = state_steps[i]
        step += 1
        if torch.is_complex(param):
            grad = torch.view_as_real(grad)
            prev = torch.view_as_real(prev)
            param = torch.view_as_real(param)
            step_size = torch.view_as_real(step_size)
        if differentiable:
            sign = grad.mul(prev.clone()).sign()
        else:
            sign = grad.mul(prev).sign()
        _rescale_signs(sign, etaminus, etaplus, capturable)
        step_size.mul_(sign).clamp_(step_size_min, step_size_max)
        grad = grad.clone(memory_format=torch.preserve_format)
        if capturable:
            grad.copy_(torch.where(sign.eq(etaminus), 0, grad))
        else:
            grad[sign.eq(etaminus)] = 0
        param.addcmul_(grad.sign(), step_size, value=-1)
        prev.copy_(grad)


def _multi_tensor_rprop(params, grads, prevs, step_sizes, state_steps, *, step_size_min, step_size_max, etaminus, etaplus, maximize,
                        capturable, differentiable, has_complex):
    if len(params) == 0:
        return
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if capturable:
        _check_capturable(params, state_steps, supports_xla=True)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, prevs, step_sizes, state_steps])
    for (grouped_params_, grouped_grads_, grouped_prevs_, grouped_step_sizes_, grouped_state_steps_), _ in grouped_tensors.values():
        grouped_params = grouped_params_
        grouped_grads = grouped_grads_
        grouped_prevs = grouped_prevs_
        grouped_step_sizes = grouped_step_sizes_
        grouped_state_steps = grouped_state_steps_
        _increment_steps(grouped_state_steps)
        if has_complex:
            _view_as_real(grouped_params, grouped_grads, grouped_prevs, grouped_step_sizes)
        signs = torch._foreach_mul(grouped_grads, grouped_prevs)
        if maximize:
            torch._foreach_neg_(signs)
        torch._foreach_copy_(grouped_prevs, grouped_grads)
        if maximize:
            torch._foreach_neg_(grouped_prevs)
        grouped_grads = grouped_prevs
        torch._foreach_sign_(signs)
        for sign in signs:
            _rescale_signs(sign, etaminus, etaplus, capturable)
        torch._foreach_mul_(grouped_step_sizes, signs)
        for step_size in grouped_step_sizes:
            step_size.clamp_(step_size_min, step_size_max)
        grouped_grads = list(grouped_grads)
        for i in range(len(grouped_grads)):
            grouped_grads[i].copy_(torch.where(signs[i].eq(etaminus), 0, grouped_grads[i]))
        del signs
        grad_signs = [grad.sign() for grad in grouped_grads]
        torch._foreach_addcmul_(grouped_params, grad_signs, grouped_step_sizes, value=-1)


def rprop(params, grads, prevs, step_sizes, state_steps, foreach=None, capturable=False, maximize=False, differentiable=False,
          has_complex=False, *, step_size_min, step_size_max, etaminus, etaplus):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_rprop if foreach else _single_tensor_rprop
    func(params, grads, prevs, step_sizes, state_steps, step_size_min=step_size_min, step_size_max=step_size_max, etaminus=etaminus,
         etaplus=etaplus, capturable=capturable, maximize=maximize, differentiable=differentiable, has_complex=has_complex)
