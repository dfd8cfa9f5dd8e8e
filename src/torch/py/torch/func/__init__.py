"""Function transforms: gradients by running the function, `vmap` by running it on one sample and expanding."""

import torch
from torch._vmap_internals import vmap
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

__all__ = ["grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "vmap", "functional_call", "functionalize",
           "stack_module_state", "replace_all_batch_norm_modules_", "linearize", "debug_unwrap", "conditional"]


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    from torch.nn.utils.stateless import _functional_call

    if isinstance(parameter_and_buffer_dicts, (list, tuple)):
        merged = {}
        for part in parameter_and_buffer_dicts:
            merged.update(part)
        parameter_and_buffer_dicts = merged
    return _functional_call(module, parameter_and_buffer_dicts, args, kwargs, tie_weights=tie_weights, strict=strict)


def replace_all_batch_norm_modules_(root):
    """Batch normalisation without running statistics, in place."""
    for module in root.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm) and module.track_running_stats:
            module.running_mean = None
            module.running_var = None
            module.num_batches_tracked = None
            module.track_running_stats = False
    return root


def stack_module_state(models):
    params = {k: torch.stack([dict(m.named_parameters())[k].detach() for m in models]).requires_grad_() for k, _ in models[0].named_parameters()}
    buffers = {k: torch.stack([dict(m.named_buffers())[k] for m in models]) for k, _ in models[0].named_buffers()}
    return params, buffers


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        numbers = (argnums,) if isinstance(argnums, int) else argnums
        with torch.enable_grad():
            args = list(args)
            for number in numbers:
                args[number] = tree_map(lambda t: t.detach().requires_grad_() if isinstance(t, torch.Tensor) else t, args[number])
            output = func(*args, **kwargs)
            aux = None
            if has_aux:
                output, aux = output
            leaves, spec = tree_flatten(tuple(args[number] for number in numbers))
            grads = torch.autograd.grad(output, leaves, allow_unused=True)
            grads = [torch.zeros_like(leaf) if g is None else g for g, leaf in zip(grads, leaves)]
            grads = tree_unflatten(grads, spec)
        if isinstance(argnums, int):
            grads = grads[0]
        output = output.detach()
        return (grads, (output, aux)) if has_aux else (grads, output)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        grads, rest = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (grads, rest[1]) if has_aux else grads

    return wrapper


def vjp(func, *primals, has_aux=False):
    with torch.enable_grad():
        primals = tree_map(lambda t: t.detach().requires_grad_(), primals)
        output = func(*primals)

    def vjp_fn(cotangents):
        return torch.autograd.grad(output, primals, cotangents, retain_graph=True)

    return output, vjp_fn


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    return torch.autograd.functional.jvp(func, primals, tangents)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    def wrapper(*args):
        def of_one(x):
            values = list(args)
            values[argnums] = x
            return func(*values)

        return torch.autograd.functional.jacobian(of_one, args[argnums])

    return wrapper


jacfwd = jacrev


def hessian(func, argnums=0):
    def wrapper(*args):
        def of_one(x):
            values = list(args)
            values[argnums] = x
            return func(*values)

        return torch.autograd.functional.hessian(of_one, args[argnums])

    return wrapper


def functionalize(func, *, remove="mutations"):
    return func


def linearize(func, *primals):
    return func(*primals), lambda *tangents: func(*tangents)
