"""CUDA graphs: what is captured runs once, with memory of a pool of its own; a replay takes none."""

import gc

import torch
from torch.utils import _pytree as pytree

# How many pools graphs made for themselves, and how many were asked for.
_pools = [0, 0]


def _pool_id(pool):
    return pool.id if isinstance(pool, torch.cuda.MemPool) else pool


def _new_pool(kind):
    _pools[kind] += 1
    return (0, _pools[1]) if kind else (_pools[0], 0)


def _number(pool):
    """A pool as the allocator knows it: those that graphs made for themselves are below 0."""
    return pool[1] or -pool[0]


class CUDAGraph:
    def __init__(self, keep_graph=False):
        self._pool = None
        self._stream = 0
        # The seeds and offsets of the generators that it draws from.
        self._random = None

    def capture_begin(self, pool=None, capture_error_mode="global", check_input_liveness=False):
        self._pool = _new_pool(0) if pool is None else _pool_id(pool)
        self._stream = torch._C._cuda_getCurrentStreamId()
        torch._C._cuda_beginCapture(_number(self._pool))

    def capture_end(self):
        self._random = torch._C._cuda_endCapture(_number(self._pool))

    def replay(self):
        return None

    def reset(self):
        self._random = None
        if self._pool is not None:
            torch._C._cuda_releasePool(_number(self._pool), self._stream)
            self._pool = None

    def pool(self):
        return self._pool or (0, 0)

    def pools(self):
        return [] if self._pool is None else [self._pool]

    def instantiate(self):
        return None

    def enable_debug_mode(self):
        return None

    def debug_dump(self, debug_path, *, verbose=True):
        return None

    def __del__(self):
        self.reset()


class graph:
    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global", enable_annotations=False, check_input_liveness=False):
        if stream is None and graph.default_capture_stream is None:
            graph.default_capture_stream = torch.cuda.Stream()
        self.pool = () if pool is None else (_pool_id(pool),)
        self.capture_stream = stream if stream is not None else graph.default_capture_stream
        self.stream_ctx = torch.cuda.stream(self.capture_stream)
        self.cuda_graph = cuda_graph
        self.capture_error_mode = capture_error_mode

    def __enter__(self):
        torch.cuda.synchronize()
        if torch.compiler.config.force_cudagraph_gc:
            gc.collect()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        self.cuda_graph.capture_begin(*self.pool, capture_error_mode=self.capture_error_mode)

    def __exit__(self, *args):
        self.cuda_graph.capture_end()
        self.stream_ctx.__exit__(*args)


def is_current_stream_capturing():
    return torch._C._cuda_isCurrentStreamCapturing()


def graph_pool_handle():
    return _new_pool(1)


def _check_callable(func, args):
    if isinstance(func, torch.nn.Module):
        if func._backward_hooks or func._forward_hooks or func._forward_pre_hooks:
            raise AssertionError(
                "Modules must not have hooks registered at the time they are passed. However, registering hooks "
                "on modules after passing them through make_graphed_callables is allowed."
            )
        if any(buffer.requires_grad for buffer in func.buffers()):
            raise AssertionError(
                "In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters may be trainable. "
                "All buffers must have ``requires_grad=False``."
            )
    if not all(isinstance(arg, torch.Tensor) for arg in args):
        raise AssertionError(
            "In the beta API, sample_args for each callable must contain only Tensors. Other types are not allowed."
        )


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None, capture_error_mode="global",
                           enable_annotations=False):
    """The callables with their forward and backward as graphs: inputs, outputs and gradients of all of them stay in one pool.

    What the warm-up leaves in `outputs` lives until the function returns, as in PyTorch.
    """
    if torch.is_autocast_enabled() and torch.is_autocast_cache_enabled():
        raise RuntimeError("make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.")
    is_one = not isinstance(callables, tuple)
    if is_one:
        callables, sample_args = (callables,), (sample_args,)
    user_args = [tuple(pytree.arg_tree_leaves(*args)) for args in sample_args]
    for func, flat in zip(callables, user_args):
        _check_callable(func, flat)
    params = [tuple(func.parameters()) if isinstance(func, torch.nn.Module) else () for func in callables]
    surfaces = [flat + own for flat, own in zip(user_args, params)]
    forward_graphs = [torch.cuda.CUDAGraph() for _ in callables]
    backward_graphs = [torch.cuda.CUDAGraph() for _ in callables]
    pool = graph_pool_handle() if pool is None else _pool_id(pool)

    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for func, args, surface in zip(callables, sample_args, surfaces):
            grad_inputs, outputs, outputs_grad = None, None, None
            for _ in range(num_warmup_iters):
                outputs = pytree.tree_leaves(func(*args))
                outputs_grad = tuple(o for o in outputs if o.requires_grad)
                if len(outputs_grad) > 0:
                    grad_inputs = torch.autograd.grad(
                        outputs=outputs_grad,
                        inputs=tuple(i for i in surface if i.requires_grad),
                        grad_outputs=tuple(torch.empty_like(o) for o in outputs if o.requires_grad),
                        only_inputs=True,
                        allow_unused=allow_unused_input,
                    )
    torch.cuda.synchronize()

    # All forward passes in order, then all backward passes in reverse: as they will be replayed.
    static_outputs, specs = [], []
    for func, args, cuda_graph in zip(callables, sample_args, forward_graphs):
        with graph(cuda_graph, stream=stream, pool=pool, capture_error_mode=capture_error_mode):
            func_outputs = func(*args)
        flat_outputs, spec = pytree.tree_flatten(func_outputs)
        static_outputs.append(tuple(flat_outputs))
        specs.append(spec)
    static_grads = []
    for surface, its_outputs, cuda_graph in zip(reversed(surfaces), reversed(static_outputs), reversed(backward_graphs)):
        grad_outputs = tuple(torch.empty_like(o) if o.requires_grad else None for o in its_outputs)
        outputs_grad = tuple(o for o in its_outputs if o.requires_grad)
        grad_inputs = None
        if len(outputs_grad) > 0:
            with graph(cuda_graph, stream=stream, pool=pool, capture_error_mode=capture_error_mode):
                grad_inputs = torch.autograd.grad(
                    outputs=outputs_grad,
                    inputs=tuple(i for i in surface if i.requires_grad),
                    grad_outputs=tuple(o for o in grad_outputs if o is not None),
                    only_inputs=True,
                    allow_unused=allow_unused_input,
                )
        wanted = iter(grad_inputs or ())
        static_grads.append((grad_outputs, tuple(next(wanted) if arg.requires_grad and grad_inputs is not None else None for arg in surface)))
    static_grads.reverse()

    graphed = [
        _replaying(func, *parts)
        for func, *parts in zip(callables, forward_graphs, backward_graphs, params, user_args, specs, surfaces, static_outputs, static_grads)
    ]
    return graphed[0] if is_one else tuple(graphed)


def _replaying(func, forward_graph, backward_graph, params, user_args, spec, surface, outputs, grads):
    """`func` as one node of autograd: data that lies elsewhere is copied to where its graphs expect it."""
    grad_outputs, grad_inputs = grads

    class Graphed(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            for i in range(len(user_args)):
                if surface[i].data_ptr() != inputs[i].data_ptr():
                    surface[i].copy_(inputs[i])
            forward_graph.replay()
            return tuple(o.detach() for o in outputs)

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *given):
            if len(given) != len(grad_outputs):
                raise AssertionError(f"len(grads)={len(given)} != len(static_grad_outputs)={len(grad_outputs)}")
            for static, grad in zip(grad_outputs, given):
                if static is not None and static.data_ptr() != grad.data_ptr():
                    static.copy_(grad)
            backward_graph.replay()
            return tuple(g.detach() if g is not None else g for g in grad_inputs)

    def functionalized(*args):
        flat = pytree.arg_tree_leaves(*args)
        out = Graphed.apply(*(tuple(flat) + params))
        return pytree.tree_unflatten(out, spec)

    if not isinstance(func, torch.nn.Module):
        return functionalized
    was_training, original = func.training, func.forward

    def new_forward(*args, **kwargs):
        return functionalized(*args, **kwargs) if func.training == was_training else original(*args, **kwargs)

    func.forward = new_forward
    return func
