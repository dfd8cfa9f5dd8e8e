"""NAdam: Adam with Nesterov momentum."""

import torch
from ._by_lists import _check_options, _shared_options, ByLists
from .optimizer import (
    _check_capturable, _decay_into_grads, _default_to_fused_or_foreach, _get_scalar_dtype, _get_value, _increment_steps, _new_step,
    _stack_if_compiling, _to_scalar, _view_as_real, Optimizer,
)

__all__ = ["NAdam", "nadam"]


class NAdam(ByLists):
    _states = ("exp_avg", "exp_avg_sq", "mu_product", "step")
    _spelled = "NAdam"
    _later_options = dict(ByLists._later_options, decoupled_weight_decay=False)

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        _check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
                        decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
                        differentiable=differentiable)
        super().__init__(params, defaults)

    def _make_state(self, group, p, state):
        state["step"] = _new_step(p, group["capturable"])
        state["mu_product"] = (torch.ones((), dtype=_get_scalar_dtype(), device=p.device) if group["capturable"]
                               else torch.tensor(1.0, dtype=_get_scalar_dtype()))
        state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        state["exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, group, has_complex, *lists):
        beta1, beta2 = group["betas"]
        nadam(*lists, beta1=beta1, beta2=beta2, lr=group["lr"], weight_decay=group["weight_decay"], momentum_decay=group["momentum_decay"],
              eps=group["eps"], decoupled_weight_decay=group["decoupled_weight_decay"], has_complex=has_complex, **_shared_options(group))


def _single_tensor_nadam(params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, *, beta1, beta2, lr, weight_decay, momentum_decay,
                         eps, decoupled_weight_decay, maximize, capturable, differentiable, has_complex):
    lr = _to_scalar(lr)
    for i, param in enumerate(params):
        grad = grads[i] if not maximize else -grads[i]
        exp_avg = exp_avgs[i]
        exp_avg_sq = exp_avg_sqs[i]
        mu_product = mu_products[i]
        step_t = state_steps[i]
        if torch.is_complex(param):
            param = torch.view_as_real(param)
            grad = torch.view_as_real(grad)
            exp_avg = torch.view_as_real(exp_avg)
            exp_avg_sq = torch.view_as_real(exp_avg_sq)
        step_t += 1
        step = step_t if capturable else _get_value(step_t)
        bias_correction2 = 1 - beta2 ** step
        if weight_decay != 0:
            if decoupled_weight_decay:
                param.mul_(1 - lr * weight_decay)
            else:
                grad = grad.add(param, alpha=weight_decay)
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * momentum_decay)))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * momentum_decay)))
        mu_product *= mu
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = exp_avg_sq.div(bias_correction2).sqrt()
        if differentiable or capturable:
            denom = denom.add(eps)
            mu_product_next = mu_product * mu_next
            grad = grad * (-lr * (1.0 - mu) / (1.0 - mu_product))
            exp_avg = exp_avg * (-lr * mu_next / (1.0 - mu_product_next))
            param.addcdiv_(grad, denom)
            param.addcdiv_(exp_avg, denom)
        else:
            mu_product_next = _get_value(mu_product) * mu_next
            denom.add_(eps)
            param.addcdiv_(grad, denom, value=-lr * (1.0 - mu) / (1.0 - _get_value(mu_product)))
            param.addcdiv_(exp_avg, denom, value=(-lr * mu_next) / (1.0 - mu_product_next))


def _multi_tensor_nadam(params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, *, beta1, beta2, lr, weight_decay, momentum_decay,
                        eps, decoupled_weight_decay, maximize, capturable, differentiable, has_complex):
    if len(params) == 0:
        return
    if differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    if capturable:
        _check_capturable(params, state_steps)
    lr = _to_scalar(lr)
    grouped_tensors = Optimizer._group_tensors_by_device_and_dtype([params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps])
    for (grouped_params_, grouped_grads_, grouped_exp_avgs_, grouped_exp_avg_sqs_, grouped_mu_products_,
         grouped_state_steps_), _ in grouped_tensors.values():
        grouped_params = grouped_params_
        grouped_grads = grouped_grads_
        grouped_exp_avgs = grouped_exp_avgs_
        grouped_exp_avg_sqs = grouped_exp_avg_sqs_
        grouped_mu_products = grouped_mu_products_
        grouped_state_steps = grouped_state_steps_
        if has_complex:
            _view_as_real(grouped_params, grouped_grads, grouped_exp_avgs, grouped_exp_avg_sqs)
        if maximize:
            grouped_grads = torch._foreach_neg(grouped_grads)
        _increment_steps(grouped_state_steps)
        if weight_decay != 0:
            if decoupled_weight_decay:
                torch._foreach_mul_(grouped_params, 1 - lr * weight_decay)
            else:
                grouped_grads = _decay_into_grads(grouped_grads, grouped_params, weight_decay, maximize)
        torch._foreach_lerp_(grouped_exp_avgs, grouped_grads, 1 - beta1)
        torch._foreach_mul_(grouped_exp_avg_sqs, beta2)
        torch._foreach_addcmul_(grouped_exp_avg_sqs, grouped_grads, grouped_grads, 1 - beta2)
        exp_avg_sq_sqrt = torch._foreach_sqrt(grouped_exp_avg_sqs)
        if capturable:
            exponent = torch._foreach_mul(grouped_state_steps, momentum_decay)
            mus = torch._foreach_pow(0.96, exponent)
            torch._foreach_mul_(mus, -0.5)
            torch._foreach_add_(mus, 1.0)
            torch._foreach_mul_(mus, beta1)
            torch._foreach_add_(exponent, momentum_decay)
            mu_nexts = torch._foreach_pow(0.96, exponent)
            torch._foreach_mul_(mu_nexts, -0.5)
            torch._foreach_add_(mu_nexts, 1.0)
            torch._foreach_mul_(mu_nexts, beta1)
            del exponent
            bias_correction_sqrt = torch._foreach_pow(beta2, grouped_state_steps)
            torch._foreach_sub_(bias_correction_sqrt, 1.0)
            torch._foreach_neg_(bias_correction_sqrt)
            torch._foreach_sqrt_(bias_correction_sqrt)
        else:
            bias_correction_sqrt = [(1 - beta2 ** _get_value(step)) ** 0.5 for step in grouped_state_steps]
            mus = [beta1 * (1.0 - 0.5 * (0.96 ** (_get_value(step) * momentum_decay))) for step in grouped_state_steps]
            mu_nexts = [beta1 * (1.0 - 0.5 * (0.96 ** ((_get_value(step) + 1) * momentum_decay))) for step in grouped_state_steps]
        torch._foreach_mul_(grouped_mu_products, mus)
        torch._foreach_div_(exp_avg_sq_sqrt, bias_correction_sqrt)
        torch._foreach_add_(exp_avg_sq_sqrt, eps)
        del bias_correction_sqrt
        if capturable:
            torch._foreach_sub_(mus, 1.0)
            torch._foreach_mul_(mus, lr)
            denom = torch._foreach_sub(grouped_mu_products, 1.0)
            torch._foreach_neg_(denom)
            torch._foreach_div_(mus, denom)
            step_size_grads = mus
            del denom
            denom = torch._foreach_mul(grouped_mu_products, mu_nexts)
            torch._foreach_mul_(mu_nexts, lr)
            torch._foreach_sub_(denom, 1.0)
            torch._foreach_div_(mu_nexts, denom)
            step_size_expavg = mu_nexts
            del denom
            numerator = torch._foreach_mul(step_size_grads, grouped_grads)
            torch._foreach_addcmul_(numerator, step_size_expavg, grouped_exp_avgs)
            torch._foreach_addcdiv_(grouped_params, numerator, exp_avg_sq_sqrt)
        else:
            step_size_grads = _stack_if_compiling([(_get_value(lr) * (1.0 - mu) / (1.0 - _get_value(mu_product))) * -1
                                                   for mu_product, mu in zip(grouped_mu_products, mus)])
            step_size_expavg = _stack_if_compiling([(_get_value(lr) * mu_next / (1.0 - _get_value(mu_product) * mu_next)) * -1
                                                    for mu_product, mu_next in zip(grouped_mu_products, mu_nexts)])
            torch._foreach_addcdiv_(grouped_params, grouped_grads, exp_avg_sq_sqrt, step_size_grads)
            torch._foreach_addcdiv_(grouped_params, grouped_exp_avgs, exp_avg_sq_sqrt, step_size_expavg)


def nadam(params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, decoupled_weight_decay=False, foreach=None, capturable=False,
          differentiable=False, has_complex=False, maximize=False, *, beta1, beta2, lr, weight_decay, momentum_decay, eps):
    if foreach is None:
        _, foreach = _default_to_fused_or_foreach(params, differentiable, use_fused=False)
    func = _multi_tensor_nadam if foreach else _single_tensor_nadam
    func(params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, beta1=beta1, beta2=beta2, lr=lr, weight_decay=weight_decay,
         momentum_decay=momentum_decay, maximize=maximize, decoupled_weight_decay=decoupled_weight_decay, eps=eps, capturable=capturable,
         differentiable=differentiable, has_complex=has_complex)
