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


def _input(t):
    """An argument as the transform differentiates by it: the graph of an outer transform goes on through it."""
    if not isinstance(t, torch.Tensor):
        return t
    return t.view_as(t) if t.requires_grad else t.detach().requires_grad_()


def _left(tree, own, recorded=True):
    """What leaves a transform: without history, unless it was called where that is recorded and reaches what isn't the transform's own."""
    own = {id(t) for t in own if t.grad_fn is None}

    def reaches(node, seen):
        stack = [node]
        while stack:
            node = stack.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            if hasattr(node, "variable") and id(node.variable) not in own:
                return True
            stack.extend(following for following, _ in node.next_functions)
        return False

    def leave(t):
        if not isinstance(t, torch.Tensor) or not t.requires_grad:
            return t
        if t.grad_fn is None:
            return t.detach() if id(t) in own else t
        return t if recorded and reaches(t.grad_fn, set()) else t.detach()

    return tree_map(leave, tree)


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        numbers = (argnums,) if isinstance(argnums, int) else argnums
        recorded = torch.is_grad_enabled()
        with torch.enable_grad():
            args = list(args)
            for number in numbers:
                args[number] = tree_map(_input, args[number])
            output = func(*args, **kwargs)
            aux = None
            if has_aux:
                if not (isinstance(output, tuple) and len(output) == 2):
                    raise RuntimeError("grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True")
                output, aux = output
            if not isinstance(output, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar tensor, got tensor with "
                                   f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            leaves, spec = tree_flatten(tuple(args[number] for number in numbers))
            grads = torch.autograd.grad(output, leaves, create_graph=True, allow_unused=True)
            grads = [torch.zeros_like(leaf) if g is None else g for g, leaf in zip(grads, leaves)]
            grads, output, aux = _left((grads, output, aux), leaves, recorded)
            grads = tree_unflatten(grads, spec)
        if isinstance(argnums, int):
            grads = grads[0]
        return (grads, (output, aux)) if has_aux else (grads, output)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        grads, rest = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (grads, rest[1]) if has_aux else grads

    return wrapper


def vjp(func, *primals, has_aux=False):
    with torch.enable_grad():
        primals = tree_map(_input, primals)
        output = func(*primals)
        aux = None
        if has_aux:
            output, aux = output
    leaves, spec = tree_flatten(primals)

    def vjp_fn(cotangents, retain_graph=True, create_graph=None):
        outputs, _ = tree_flatten(output)
        given, _ = tree_flatten(cotangents)
        grads = torch.autograd.grad(outputs, leaves, given, retain_graph=retain_graph, create_graph=torch.is_grad_enabled(), allow_unused=True)
        grads = [torch.zeros_like(leaf) if g is None else g for g, leaf in zip(grads, leaves)]
        return tree_unflatten(_left(grads, leaves), spec)

    left = _left(output, leaves)
    return (left, vjp_fn, _left(aux, leaves)) if has_aux else (left, vjp_fn)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    return torch.autograd.functional.jvp(func, primals, tangents)


def _jacobian_of(outputs, leaves, spec):
    """By output: the trees of its derivatives by the leaves, a row for each of its elements."""
    trees = []
    for output in outputs:
        flat = output.reshape(-1)
        rows = [[] for _ in leaves]
        for index in range(output.numel()):
            grads = torch.autograd.grad(flat[index], leaves, retain_graph=True, create_graph=True, allow_unused=True)
            for row, g, leaf in zip(rows, grads, leaves):
                row.append(torch.zeros_like(leaf) if g is None else g)
        trees.append(tree_unflatten([torch.stack(row).view(output.shape + leaf.shape) for row, leaf in zip(rows, leaves)], spec))
    return trees


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    def wrapper(*args):
        numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
        recorded = torch.is_grad_enabled()
        with torch.enable_grad():
            args = list(args)
            for number in numbers:
                args[number] = tree_map(_input, args[number])
            output = func(*args)
            aux = None
            if has_aux:
                output, aux = output
            leaves, spec = tree_flatten(tuple(args[number] for number in numbers))
            outputs, output_spec = tree_flatten(output)
            trees = _left(_jacobian_of(outputs, leaves, spec), leaves, recorded)
            if isinstance(argnums, int):
                trees = [tree[0] for tree in trees]
            result = tree_unflatten(trees, output_spec)
        return (result, _left(aux, leaves, recorded)) if has_aux else result

    return wrapper


jacfwd = jacrev


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)


def functionalize(func, *, remove="mutations"):
    return func


def linearize(func, *primals):
    return func(*primals), lambda *tangents: func(*tangents)
