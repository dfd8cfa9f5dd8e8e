"""Jacobians, Hessians and products with them, by repeated `autograd.grad`."""

import torch

__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]


def _as_tuple(inp):
    if isinstance(inp, tuple):
        return True, inp
    return False, tuple(inp) if isinstance(inp, list) else (inp,)


def _prepare(inputs):
    is_tuple, inputs = _as_tuple(inputs)
    return is_tuple, tuple(inp.detach().view_as(inp).requires_grad_() for inp in inputs)


def _result(values, is_tuple):
    return tuple(values) if is_tuple else values[0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs)
        outputs = func(*inputs)
        out_tuple, outs = _as_tuple(outputs)
        grads = torch.autograd.grad(outs, inputs, None if v is None else _as_tuple(v)[1], create_graph=create_graph, allow_unused=True)
        grads = [torch.zeros_like(inp) if g is None else g for g, inp in zip(grads, inputs)]
    return outputs if create_graph else _result([o.detach() for o in outs], out_tuple), _result(grads, is_tuple)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs)
        outputs = func(*inputs)
        out_tuple, outs = _as_tuple(outputs)
        grad_outputs = tuple(torch.zeros_like(out, requires_grad=True) for out in outs)
        grad_inputs = torch.autograd.grad(outs, inputs, grad_outputs, create_graph=True, allow_unused=True)
        vs = tuple(torch.ones_like(inp) for inp in inputs) if v is None else _as_tuple(v)[1]
        pairs = [(g, one) for g, one in zip(grad_inputs, vs) if g is not None]
        result = torch.autograd.grad([g for g, _ in pairs], grad_outputs, [one for _, one in pairs], create_graph=create_graph, allow_unused=True)
        result = [torch.zeros_like(out) if g is None else g for g, out in zip(result, outs)]
    return outputs, _result(result, out_tuple)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs)
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
    return _result(per_output, out_tuple)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    is_tuple, inputs = _as_tuple(inputs)

    def gradient(*inp):
        if not is_tuple:
            return jacobian(func, inp[0], create_graph=True)
        return jacobian(func, inp, create_graph=True)

    return jacobian(gradient, inputs if is_tuple else inputs[0], create_graph=create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        is_tuple, inputs = _prepare(inputs)
        outputs = func(*inputs)
        grads = torch.autograd.grad(outputs, inputs, create_graph=True)
        result = torch.autograd.grad(grads, inputs, None if v is None else _as_tuple(v)[1], create_graph=create_graph, allow_unused=True)
    return outputs, _result(list(result), is_tuple)


vhp = hvp
