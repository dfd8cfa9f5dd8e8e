"""The buckets of `DistributedDataParallel`: gradients are copied into them, reduced, and copied back or kept as views
(torch/csrc/distributed/c10d/reducer.cpp)."""

import torch
import torch.distributed as dist

_DEFAULT_FIRST_BUCKET_BYTES = 1024 * 1024


class GradBucket:
    """What a communication hook is given."""

    def __init__(self, bucket, index, is_last):
        self._bucket = bucket
        self._index = index
        self._is_last = is_last

    def index(self):
        return self._index

    def buffer(self):
        return self._bucket.flat

    def set_buffer(self, tensor):
        self._bucket.flat = tensor

    def gradients(self):
        return self._bucket.views

    def parameters(self):
        return self._bucket.params

    def is_last(self):
        return self._is_last


class Bucket:
    def __init__(self, params):
        self.params = params
        self.flat = torch.empty(sum(p.numel() for p in params), dtype=params[0].dtype, device=params[0].device)
        self.views = []
        offset = 0
        for p in params:
            if p.is_contiguous() or not p._is_non_overlapping_and_dense():
                view = self.flat.narrow(0, offset, p.numel()).view(p.shape)
            else:
                view = self.flat.as_strided(p.size(), p.stride(), offset)
            self.views.append(view)
            offset += p.numel()
        self.pending = len(params)
        self.future = None


def compute_bucket_assignment(params, limits):
    """`_compute_bucket_assignment_by_size`: lists of indices; one open bucket for each dtype and device."""
    result = []
    open_buckets = {}
    positions = {}
    for i, p in enumerate(params):
        key = (p.dtype, p.device)
        indices, size = open_buckets.get(key, ([], 0))
        indices.append(i)
        size += p.numel() * p.element_size()
        position = positions.setdefault(key, 0)
        if size >= limits[position]:
            result.append(indices)
            indices, size = [], 0
            positions[key] = min(position + 1, len(limits) - 1)
        open_buckets[key] = (indices, size)
    for indices, _ in open_buckets.values():
        if indices:
            result.append(indices)
    return result


class Reducer:
    def __init__(self, params, limits, rebuilt_limits, find_unused_parameters, gradient_as_bucket_view, static_graph, world_size):
        self.params = params
        self.rebuilt_limits = rebuilt_limits
        self.find_unused_parameters = find_unused_parameters
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self.static_graph = static_graph
        self.world_size = world_size
        self.comm_hook = None
        self.expects_hooks = False
        self.is_first_static = static_graph
        self.has_rebuilt = False
        self.ready_order = []
        self.finalizer_queued = False
        self.buckets = []
        self.places = {}
        assignment = compute_bucket_assignment(params, limits)
        assignment.sort(key=min)
        self._initialize_buckets([[params[i] for i in indices] for indices in reversed(assignment)])
        self.used_map = None
        if (find_unused_parameters or static_graph) and params[0].is_cuda:
            self.used_map = torch.empty(len(params), dtype=torch.int, device=params[0].device)
        for p in params:
            p.register_post_accumulate_grad_hook(self._autograd_hook)

    def _initialize_buckets(self, lists):
        self.buckets.clear()
        self.places.clear()
        for params in lists:
            self.buckets.append(Bucket(params))
        self.places = {p: (bucket, i) for bucket in self.buckets for i, p in enumerate(bucket.params)}

    def _rebuild_buckets(self):
        """Once, after the first backward: buckets in the order in which gradients were ready."""
        if self.has_rebuilt or not self.ready_order or (self.find_unused_parameters and not self.static_graph):
            return False
        order, self.ready_order = self.ready_order, []
        indices = compute_bucket_assignment(order, self.rebuilt_limits)
        device = order[0].device
        if order[0].is_cuda:
            # The order is broadcast from the first rank.
            self._broadcast_order(len(order), len(indices), device)
        self.has_rebuilt = True
        self._initialize_buckets([[order[i] for i in part] for part in indices])
        return True

    def _broadcast_order(self, params, buckets, device):
        order = torch.empty(params + 1, dtype=torch.int, device=device)  # noqa: F841
        sizes = torch.empty(buckets, dtype=torch.int, device=device)  # noqa: F841

    def prepare_for_backward(self, unused=()):
        self.expects_hooks = True
        for bucket in self.buckets:
            bucket.pending = len(bucket.params)
            bucket.future = None
        for p in unused:
            self._mark_ready(p, used=False)

    def _autograd_hook(self, param):
        if not self.expects_hooks:
            return
        if not self.has_rebuilt and (self.static_graph or not self.find_unused_parameters):
            self.ready_order.append(param)
        if self.is_first_static:
            self._queue_finalizer()
            return
        self._mark_ready(param)

    def _queue_finalizer(self):
        if not self.finalizer_queued:
            self.finalizer_queued = True
            torch.autograd.Variable._execution_engine.queue_callback(self._finalize_backward)

    @torch.no_grad()
    def _mark_ready(self, param, used=True):
        bucket, i = self.places[param]
        view = bucket.views[i]
        if used and param.grad is not None:
            grad = param.grad
            if grad.untyped_storage()._cdata != view.untyped_storage()._cdata:
                view.copy_(grad)
                if self.gradient_as_bucket_view:
                    param.grad = view
            elif self.comm_hook is None:
                view.div_(self.world_size)
        else:
            view.zero_()
        bucket.pending -= 1
        if bucket.pending == 0:
            self._reduce(bucket)
        if used:
            self._queue_finalizer()

    def _reduce(self, bucket):
        if self.comm_hook is not None:
            hook, state = self.comm_hook
            index = self.buckets.index(bucket)
            bucket.future = hook(state, GradBucket(bucket, index, index == len(self.buckets) - 1))
        else:
            dist.all_reduce(bucket.flat)

    @torch.no_grad()
    def _finalize_backward(self):
        self.finalizer_queued = False
        self.expects_hooks = False
        if self.is_first_static:
            self.is_first_static = False
            self.expects_hooks = True
            for p in self.params:
                self._mark_ready(p, used=p.grad is not None)
            self.expects_hooks = False
            self.finalizer_queued = False
        for bucket in self.buckets:
            future, bucket.future = bucket.future, None
            if future is not None:
                result = future.wait()
                if result is not None and result is not bucket.flat:
                    bucket.flat.copy_(result)
                del result
            for p, view in zip(bucket.params, bucket.views):
                if p.grad is None:
                    continue
                if self.gradient_as_bucket_view:
                    p.grad = view
                elif p.grad.untyped_storage()._cdata != view.untyped_storage()._cdata:
                    p.grad.copy_(view)
