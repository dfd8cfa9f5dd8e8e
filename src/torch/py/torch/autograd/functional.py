"""Jacobians, Hessians and products with them, by repeated `autograd.grad`."""

import torch

__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]


def _as_tuple(inp):
    if isinstance(inp, tuple):
        return True, inp
    return False, tuple(inp) if isinstance(inp, list) else (inp,)


def _prepare(inputs, create_graph):
    """Inputs to differentiate at: still part of their graph where the result is to be differentiated again."""
    is_tuple, inputs = _as_tuple(inputs)
    if create_graph:
        return is_tuple, tuple(inp.view_as(inp) if inp.requires_grad else inp.view_as(inp).requires_grad_() for inp in inputs)
    return is_tuple, tuple(inp.detach().requires_grad_() for inp in inputs)


def _detached(values, create_graph):
    if create_graph:
        return values
    if isinstance(values, (tuple, list)):
        return type(values)(_detached(value, create_graph) for value in values)
    return values.detach()


def _result(values, is_tuple):
    return tuple(values) if is_tuple else values[0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        out_tuple, outs = _as_tuple(outputs)
        grads = torch.autograd.grad(outs, inputs, None if v is None else _as_tuple(v)[1], create_graph=create_graph, allow_unused=True)
        grads = [torch.zeros_like(inp) if g is None else g for g, inp in zip(grads, inputs)]
    return _detached(outputs, create_graph), _detached(_result(grads, is_tuple), create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        out_tuple, outs = _as_tuple(outputs)
        grad_outputs = tuple(torch.zeros_like(out, requires_grad=True) for out in outs)
        grad_inputs = torch.autograd.grad(outs, inputs, grad_outputs, create_graph=True, allow_unused=True)
        vs = tuple(torch.ones_like(inp) for inp in inputs) if v is None else _as_tuple(v)[1]
        pairs = [(g, one) for g, one in zip(grad_inputs, vs) if g is not None]
        result = torch.autograd.grad([g for g, _ in pairs], grad_outputs, [one for _, one in pairs], create_graph=create_graph, allow_unused=True)
        result = [torch.zeros_like(out) if g is None else g for g, out in zip(result, outs)]
    return _detached(outputs, create_graph), _detached(_result(result, out_tuple), create_graph)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        out_tuple, outs = _as_tuple(outputs)
        rows_per_output = []
        for out in outs:
            rows = [[] for _ in inputs]
            flat = out.reshape(-1)
            for index in range(out.numel()):
                grads = torch.autograd.grad(flat[index], inputs, retain_graph=True, create_graph=create_graph, allow_unused=True)
                for row, grad, inp in zip(rows, grads, inputs):
                    row.append(torch.zeros_like(inp) if grad is None else grad)
            rows_per_output.append(tuple(
                torch.stack(row, dim=0).view(out.size() + inp.size()) for row, inp in zip(rows, inputs)))
        per_output = [_result(rows, is_tuple) for rows in rows_per_output]
    return _detached(_result(per_output, out_tuple), create_graph)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    is_tuple, inputs = _as_tuple(inputs)

    def gradient(*inp):
        if not is_tuple:
            return jacobian(func, inp[0], create_graph=True)
        return jacobian(func, inp, create_graph=True)

    return jacobian(gradient, inputs if is_tuple else inputs[0], create_graph=create_graph)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        jac = torch.autograd.grad(outputs, inputs, create_graph=True, allow_unused=True)
        result = torch.autograd.grad(jac, inputs, None if v is None else _as_tuple(v)[1], create_graph=create_graph, allow_unused=True)
        result = [torch.zeros_like(inp) if g is None else g for g, inp in zip(result, inputs)]
    return _detached(outputs, create_graph), _detached(_result(result, is_tuple), create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs, create_graph)
        outputs = func(*inputs)
        jac = torch.autograd.grad(outputs, inputs, create_graph=True, allow_unused=True)
        grad_jac = tuple(torch.zeros_like(inp, requires_grad=True) for inp in inputs)
        double_back = torch.autograd.grad(jac, inputs, grad_jac, create_graph=True, allow_unused=True)
        pairs = [(g, one) for g, one in zip(double_back, (None,) * len(inputs) if v is None else _as_tuple(v)[1]) if g is not None]
        result = torch.autograd.grad([g for g, _ in pairs], grad_jac, [one for _, one in pairs], create_graph=create_graph, allow_unused=True)
        result = [torch.zeros_like(inp) if g is None else g for g, inp in zip(result, inputs)]
    return _detached(outputs, create_graph), _detached(_result(result, is_tuple), create_graph)
