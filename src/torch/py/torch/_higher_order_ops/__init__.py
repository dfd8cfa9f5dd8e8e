"""Control flow as operators: it runs as Python does."""

import importlib


def cond(pred, true_fn, false_fn, operands=()):
    return true_fn(*operands) if pred else false_fn(*operands)


def while_loop(cond_fn, body_fn, carried_inputs):
    while cond_fn(*carried_inputs):
        carried_inputs = body_fn(*carried_inputs)
    return carried_inputs


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise"):
    return xs


def map(f, xs, *args):
    import torch

    return torch.stack([f(x, *args) for x in xs])


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    import torch

    outputs = []
    carry = init
    for x in xs.unbind(dim):
        carry, output = combine_fn(carry, x)
        outputs.append(output)
    return carry, torch.stack(outputs)


def __getattr__(name):
    if name in ("flex_attention", "wrap", "out_dtype", "associative_scan_", "auto_functionalize"):
        return importlib.import_module("torch._higher_order_ops." + name)
    raise AttributeError(f"module 'torch._higher_order_ops' has no attribute '{name}'")
