"""Adagrad. Its state is made in the constructor."""

import torch
from torch import Tensor
from .optimizer import (
    _decay_into_grads, _default_to_fused_or_foreach, _device_dtype_check_for_fused, _get_value, _increment_steps, _new_step,
    _restore_groups, _to_scalar, _use_grad_for_differentiable, _view_as_real, Optimizer,
)

__all__ = ["Adagrad", "adagrad"]


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False,
                 differentiable=False, fused=None):
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for name, value in (("learning rate", lr), ("lr_decay value", lr_decay), ("weight_decay value", weight_decay),
                            ("initial_accumulator_value value", initial_accumulator_value), ("epsilon value", eps)):
            if not 0.0 <= value:
                raise ValueError(f"Invalid {name}: {value}")
        defaults = dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                        foreach=foreach, maximize=maximize, differentiable=differentiable, fused=fused)
        super().__init__(params, defaults)
        if fused:
            if differentiable:
                raise RuntimeError("`fused` does not support `differentiable`")
            if foreach:
                raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
            self._need_device_dtype_check_for_fused = True
            self._step_supports_amp_scaling = True
        for group in self.param_groups:
            for p in group["params"]:
                self._make_state(group, p)

    def _make_state(self, group, p):
        state = self.state[p]
        state["step"] = _new_step(p, group["fused"], group["fused"])
        value = self.defaults["initial_accumulator_value"]
        init_value = complex(value, value) if torch.is_complex(p) else value
        state["sum"] = torch.full_like(p, init_value, memory_format=torch.preserve_format)
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        _restore_groups(self, dict(foreach=None, maximize=False, differentiable=False, fused=None), ("fused",))

    def share_memory(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["sum"].share_memory_()

    def _init_group(self, group, params_with_grad, grads, state_sums, state_steps):
        has_sparse_grad, has_complex = False, False
        for p in group["params"]:
            if p.grad is not None:
                if group["fused"] and getattr(self, "_need_device_dtype_check_for_fused", True):
                    _device_dtype_check_for_fused(p)
                    self._need_device_dtype_check_for_fused = False
                has_sparse_grad |= p.grad.is_sparse
                has_complex |= torch.is_complex(p)
                params_with_grad.append(p)
                grads.append(p.grad)
                state = self.state[p]
                if len(state) == 0:
                    state = self._make_state(group, p)
                state_sums.append(state["sum"])
                state_steps.append(state["step"])
        return has_sparse_grad, has_complex

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            params_with_grad = []
            grads = []
            state_sums = []
            state_steps = []
            has_sparse_grad, has_complex = self._init_group(group, params_with_grad, grads, state_sums, state_steps)
            adagrad(params_with_grad, grads, state_sums, state_steps, lr=group["lr"], weight_decay=group["weight_decay"],
                    lr_decay=group["lr_decay"], eps=group["eps"], has_sparse_grad=has_sparse_grad, foreach=group["foreach"],
                    maximize=group["maximize"], differentiable=group["differentiable"], has_complex=has_complex, fused=group["fused"],
                    grad_scale=getattr(self, "grad_scale", None), found_inf=getattr(self, "found_inf", None))
        return loss


def adagrad(params, grads, state_sums, state_steps, fused=None, grad_scale=None, found_inf=None, has_sparse_grad=False, foreach=None,
            differentiable=False, has_complex=False, *, lr, weight_decay, lr_decay, eps, maximize):
    if fused is None and foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    if fused:
        func = _fused_adagrad
    elif foreach:
        func = _multi_tensor_adagrad
    else:
        func = _single_tensor_adagrad
    func(params, grads, state_sums, state_steps, lr=lr, weight_decay=weight_decay, lr_decay=lr_decay, eps=eps,
         has_sparse_grad=has_sparse_grad, maximize=maximize, differentiable=differentiable, has_complex=has_complex, grad_scale=grad_scale,
         found_inf=found_inf)


def _make_sparse(grad, grad_indices, values):
    return torch.sparse_coo_tensor(grad_indices, values, grad.size())


def _single_tensor_adagrad(params, grads, state_sums, state_steps, grad_scale, found_inf, *, lr, weight_decay, lr_decay, eps,
                           has_sparse_grad, maximize, differentiable, has_complex):
    lr = _to_scalar(lr)
    for param, grad, state_sum, step_t in zip(params, grads, state_sums, state_steps):
        step_t += 1
        step = _get_value(step_t)
        grad = grad if not maximize else -grad
        if weight_decay != 0:
            if grad.is_sparse:
                raise RuntimeError("weight_decay option is not compatible with sparse gradients")
            grad = grad.add(param, alpha=weight_decay)
        clr = lr / (1 + (step - 1) * lr_decay)
        if grad.is_sparse:
            grad = grad.coalesce()
            grad_indices = grad._indices()
            grad_values = grad._values()
            state_sum.add_(_make_sparse(grad, grad_indices, grad_values.pow(2)))
            std = state_sum.sparse_mask(grad)
            std_values = std._values().sqrt_().add_(eps)
            param.add_(_make_sparse(grad, grad_indices, grad_values / std_values), alpha=-clr)
        else:
            is_complex = torch.is_complex(param)
            if is_complex:
                grad = torch.view_as_real(grad)
                state_sum = torch.view_as_real(state_sum)
                param = torch.view_as_real(param)
            state_sum.addcmul_(grad, grad, value=1)
            if differentiable:
                std = state_sum.sqrt() + eps
            else:
                std = state_sum.sqrt().add_(eps)
            param.addcdiv_(grad, std, value=-clr)
            if is_complex:
                param = torch.view_as_complex(param)
                state_sum = torch.view_as_complex(state_sum)


def _multi_tensor_adagrad(params, grads, state_sums, state_steps, grad_scale, found_inf, *, lr, weight_decay, lr_decay, eps,
                          has_sparse_grad, maximize, differentiable, has_complex):
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if len(params) == 0:
        return
    lr = _to_scalar(lr)
    grouped_tensorlists = Optimizer._group_tensors_by_device_and_dtype([params, grads, state_sums, state_steps])
    for (device_params_, device_grads_, device_state_sums_, device_state_steps_), _ in grouped_tensorlists.values():
        device_params = device_params_
        device_grads = device_grads_
        device_state_sums = device_state_sums_
        device_state_steps = device_state_steps_
        if has_sparse_grad and any(grad.is_sparse for grad in device_grads):
            _single_tensor_adagrad(device_params, device_grads, device_state_sums, device_state_steps, grad_scale, found_inf, lr=lr,
                                   weight_decay=weight_decay, lr_decay=lr_decay, eps=eps, has_sparse_grad=True, maximize=maximize,
                                   differentiable=differentiable, has_complex=has_complex)
            continue
        if has_complex:
            _view_as_real(device_params, device_grads, device_state_sums)
        if maximize:
            device_grads = torch._foreach_neg(device_grads)
        _increment_steps(device_state_steps)
        if weight_decay != 0:
            device_grads = _decay_into_grads(device_grads, device_params, weight_decay, maximize)
        minus_clr = [-lr / (1 + (_get_value(step) - 1) * lr_decay) for step in device_state_steps]
        torch._foreach_addcmul_(device_state_sums, device_grads, device_grads, value=1)
        std = torch._foreach_sqrt(device_state_sums)
        torch._foreach_add_(std, eps)
        if weight_decay != 0 or maximize:
            torch._foreach_mul_(device_grads, minus_clr)
            numerator = device_grads
        else:
            numerator = torch._foreach_mul(device_grads, minus_clr)
        torch._foreach_addcdiv_(device_params, numerator, std)


def _fused_adagrad(params, grads, state_sums, state_steps, grad_scale, found_inf, *, lr, weight_decay, lr_decay, eps, has_sparse_grad,
                   maximize, differentiable, has_complex):
    if not params:
        return
    if has_sparse_grad or has_complex:
        raise RuntimeError("`fused` does not support sparse grad or complex param")
    if differentiable:
        raise RuntimeError("adagrad with fused=True does not support differentiable=True")
    grad_scale_dict = {grad_scale.device: grad_scale} if grad_scale is not None else {}
    found_inf_dict = {found_inf.device: found_inf} if found_inf is not None else {}
    lr_dict = {lr.device: lr} if isinstance(lr, Tensor) and str(lr.device) != "cpu" else None
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, state_sums, state_steps])
    for (device, _), ((device_params, device_grads, device_state_sums, device_state_steps), _) in grouped_tensors.items():
        device_grad_scale, device_found_inf = None, None
        if grad_scale is not None:
            device_grad_scale = grad_scale_dict.setdefault(device, grad_scale.to(device, non_blocking=True))
        if found_inf is not None:
            device_found_inf = found_inf_dict.setdefault(device, found_inf.to(device, non_blocking=True))
        if lr_dict is not None and device not in lr_dict:
            lr_dict[device] = lr.to(device=device, non_blocking=True)
            lr = lr_dict[device]
        torch._foreach_add_(device_state_steps, 1)
        torch._fused_adagrad_(device_params, device_grads, device_state_sums, device_state_steps, lr=lr, lr_decay=lr_decay,
                              weight_decay=weight_decay, eps=eps, maximize=maximize, grad_scale=device_grad_scale,
                              found_inf=device_found_inf)
        if device_found_inf is not None:
            torch._foreach_sub_(device_state_steps, [device_found_inf] * len(device_state_steps))
