"""`DistributedDataParallel`: this rank's replica, with the buckets that its gradients are reduced in."""

import contextlib
import sys
import weakref

import torch
import torch.distributed as dist
from torch.autograd import Function
from torch.distributed.utils import _sync_params_and_buffers
from torch.nn.modules.module import Module
from torch.nn.parallel._reducer import _DEFAULT_FIRST_BUCKET_BYTES, Reducer
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

__all__ = ["DistributedDataParallel"]

_MB = 1024 * 1024


class _DDPSink(Function):
    @staticmethod
    def forward(ctx, ddp_weakref, *inputs):
        ctx.set_materialize_grads(False)
        ctx.ddp_weakref = ddp_weakref
        return tuple(inp.clone() if isinstance(inp, torch.Tensor) else inp for inp in inputs)

    @staticmethod
    def backward(ctx, *grad_outputs):
        ctx.ddp_weakref()._static_graph_delay_allreduce_enqueued = True
        return (None, *grad_outputs)


class DistributedDataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True, process_group=None,
                 bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False, static_graph=False,
                 delay_all_reduce_named_params=None, param_to_hook_all_reduce=None, mixed_precision=None, device_mesh=None,
                 skip_all_reduce_unused_params=False, bucket_cap_mb_list=None):
        super().__init__()
        if process_group is None and device_mesh is not None:
            process_group = device_mesh.get_group(mesh_dim=0)
        if process_group is None:
            if not dist.is_initialized():
                raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
            process_group = dist.group.WORLD
        self._module_parameters = [
            p for name, p in module.named_parameters() if name not in getattr(module, "_ddp_params_and_buffers_to_ignore", ())]
        if not any(p.requires_grad for p in self._module_parameters):
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameters that require a gradient.")
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError("device_ids can only be None or contain a single element.")
        if mixed_precision is not None:
            torch._C._assume("DistributedDataParallel: mixed_precision is not modelled; the module runs as it is")
        self.module = module
        self.device = self._module_parameters[0].device
        self.device_type = self.device.type
        self.device_ids = None if device_ids is None or self.device.type == "cpu" else [
            torch._utils._get_device_index(d, True) for d in device_ids]
        self.output_device = None if self.device_ids is None else (self.device_ids[0] if output_device is None else output_device)
        self.dim = dim
        self.process_group = process_group
        self.find_unused_parameters = find_unused_parameters
        self.require_backward_grad_sync = True
        self.require_forward_param_sync = True
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self.static_graph = static_graph
        self.forward_sync_buffers = broadcast_buffers
        self.mixed_precision = mixed_precision
        self._static_graph_delay_allreduce_enqueued = False
        self._ddp_sink_clone = True
        self.broadcast_bucket_size = 250 * _MB
        cap_mb = 25 if bucket_cap_mb is None else bucket_cap_mb
        if bucket_cap_mb_list:
            cap_mb = max(bucket_cap_mb_list)
        self.bucket_bytes_cap = int(cap_mb * _MB)
        self._first_bucket_bytes_cap = (
            _DEFAULT_FIRST_BUCKET_BYTES if bucket_cap_mb is None and not bucket_cap_mb_list else self.bucket_bytes_cap)
        self._bucket_bytes_caps = [int(cap * _MB) for cap in bucket_cap_mb_list or ()]
        parameters = [p for p in self._module_parameters if p.requires_grad]
        self.modules_buffers = list(module.buffers())
        if init_sync:
            self._broadcast([
                *(p.detach() for p in self._module_parameters),
                *(b.detach() for b in self.modules_buffers if broadcast_buffers)])
        if self._bucket_bytes_caps:
            limits = rebuilt = self._bucket_bytes_caps
        else:
            rebuilt = [self._first_bucket_bytes_cap, self.bucket_bytes_cap]
            limits = [sys.maxsize] if static_graph or not find_unused_parameters else rebuilt
        self.reducer = Reducer(
            parameters, limits, rebuilt, find_unused_parameters, gradient_as_bucket_view, static_graph, process_group.size())

    def _broadcast(self, tensors):
        _sync_params_and_buffers(self.process_group, tensors, self.broadcast_bucket_size)

    @property
    def broadcast_buffers(self):
        return self.forward_sync_buffers

    def _pre_forward(self, *inputs, **kwargs):
        if torch.is_grad_enabled():
            self.reducer._rebuild_buckets()
        if self.require_forward_param_sync and self.forward_sync_buffers and len(self.modules_buffers) > 0:
            self._broadcast(self.modules_buffers)
        if self.device_ids:
            device = torch.device(self.device_type, self.device_ids[0])

            def move(x):
                return x.to(device) if isinstance(x, torch.Tensor) and x.device != device else x

            inputs, kwargs = tree_map(move, inputs), tree_map(move, kwargs)
        return inputs, kwargs

    def _post_forward(self, output):
        if torch.is_grad_enabled() and self.require_backward_grad_sync:
            self.require_forward_param_sync = True
            unused = self._unused_parameters(output) if self.find_unused_parameters and not self.static_graph else ()
            self.reducer.prepare_for_backward(unused)
        else:
            self.require_forward_param_sync = False
        if (self.find_unused_parameters and not self.static_graph) or (
                self.static_graph and not self._static_graph_delay_allreduce_enqueued):
            leaves, spec = tree_flatten(output)
            places = [i for i, x in enumerate(leaves) if not (torch.is_tensor(x) and x.grad_fn is None)]
            passed = _DDPSink.apply(weakref.ref(self), *[leaves[i] for i in places])
            for i, x in zip(places, passed):
                leaves[i] = x
            output = tree_unflatten(leaves, spec)
        return output

    def _unused_parameters(self, output):
        """The parameters that the graph of `output` does not lead to."""
        seen, used = set(), set()
        work = [x.grad_fn for x in tree_flatten(output)[0] if torch.is_tensor(x) and x.grad_fn is not None]
        while work:
            node = work.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            variable = getattr(node, "variable", None)
            if variable is not None:
                used.add(variable)
            work.extend(n for n, _ in node.next_functions)
        return [p for p in self.reducer.params if p not in used]

    def forward(self, *inputs, **kwargs):
        inputs, kwargs = self._pre_forward(*inputs, **kwargs)
        output = self.module(*inputs, **kwargs)
        return self._post_forward(output)

    @contextlib.contextmanager
    def no_sync(self):
        old = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = old

    @contextlib.contextmanager
    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        yield

    def train(self, mode=True):
        super().train(mode)
        return self

    def register_comm_hook(self, state, hook):
        self.reducer.comm_hook = (hook, state)

    def _register_builtin_comm_hook(self, comm_hook_type):
        return None

    def _register_fused_optim(self, optim, *args, optim_params=None, **kwargs):
        return None

    def will_sync_module_buffers(self):
        return self.require_forward_param_sync and self.forward_sync_buffers and len(self.modules_buffers) > 0

    def _set_static_graph(self):
        self.static_graph = True
        self.reducer.static_graph = True
        self.reducer.is_first_static = True

    def _get_ddp_logging_data(self):
        return {}

    @staticmethod
    def _set_params_and_buffers_to_ignore_for_model(module, params_and_buffers_to_ignore):
        module._ddp_params_and_buffers_to_ignore = params_and_buffers_to_ignore
