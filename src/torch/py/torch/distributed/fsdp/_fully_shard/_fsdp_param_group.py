"""The parameters that one `fully_shard` call gathers and reduces together."""

import contextlib

import torch
from torch import nn
from torch.distributed.fsdp._fully_shard._fsdp_api import CPUOffloadPolicy
from torch.distributed.fsdp._fully_shard._fsdp_collectives import (
    AllGatherResult, foreach_all_gather, foreach_all_gather_copy_out, foreach_reduce,
)
from torch.distributed.fsdp._fully_shard._fsdp_common import ShardedState, TrainingState, alloc_storage, is_bw
from torch.distributed.fsdp._fully_shard._fsdp_param import FSDPParam, ParamModuleInfo
from torch.utils._pytree import tree_flatten, tree_unflatten


class FSDPCommContext:
    """Streams and buffers that the groups of one root share."""

    def lazy_init(self, device):
        self.all_gather_copy_in_stream = torch.cuda.Stream(priority=-1)
        self.all_gather_stream = torch.cuda.Stream(priority=-1)
        self.reduce_scatter_stream = torch.cuda.Stream(priority=-1)
        self.all_reduce_stream = torch.cuda.Stream()
        # The last gathered buffer, kept until the next group's copy-in is done.
        self.all_gather_state = None
        self.reduce_scatter_states = []
        self.reduce_scatter_max_input_buffers = 1
        self.post_forward_order = []

    def get_all_gather_streams(self, async_op, training_state):
        if not async_op and training_state in (TrainingState.FORWARD, TrainingState.PRE_BACKWARD):
            return self.all_gather_copy_in_stream, self.all_gather_stream
        current = torch.cuda.current_stream()
        return current, current


class FSDPParamGroup:
    def __init__(self, params, modules, mesh_info, post_forward_mesh_info, device, shard_placement_fn, mp_policy, offload_policy):
        self.modules = modules
        infos = _get_param_module_infos(params, modules)
        self.fsdp_params = [
            FSDPParam(param, info, mesh_info, post_forward_mesh_info, device, shard_placement_fn, mp_policy, offload_policy)
            for param, info in zip(params, infos)]
        self.mesh_info = mesh_info
        self.post_forward_mesh_info = post_forward_mesh_info
        self.device = device
        self.mp_policy = mp_policy
        self.offload_policy = offload_policy
        self._training_state = TrainingState.IDLE
        self._sharded_state = ShardedState.SHARDED
        self._module_fqn = None
        self._reset_sharded_params = False
        self._all_reduce_hook = None
        self._all_reduce_hook_stream = None
        self._all_gather_output = torch.empty(0, device=device)
        self.comm_ctx = FSDPCommContext()
        self._post_forward_indices = []
        self.reduce_grads = True
        self.all_reduce_grads = True
        self.reshard_after_backward = True
        self.reduce_scatter_max_input_buffers = 1
        self.gradient_divide_factor = None
        self.reduce_scatter_unused_params = False
        self.unshard_async_op = False
        self.unshard_in_backward = True
        self._all_gather_result = None
        self._partial_reduce_output = None
        self._all_reduce_state = None

    def lazy_init(self):
        if self.is_sharded and not self._reset_sharded_params:
            for fsdp_param in self.fsdp_params:
                fsdp_param.reset_sharded_param()
            self._reset_sharded_params = True
        on_meta = [p._param_fqn for p in self.fsdp_params if p.sharded_param.device.type == "meta"]
        if on_meta:
            raise RuntimeError(
                "FSDP parameters should be materialized from meta device before training, "
                f"but the following were still on meta device: {on_meta}\n"
                "For example, call module.to_empty(device) to materialize to device and "
                "call module.reset_parameters() on each module to initialize values.")
        if isinstance(self.offload_policy, CPUOffloadPolicy):
            elsewhere = [(p._param_fqn, p.sharded_param.device) for p in self.fsdp_params if p.sharded_param.device.type != "cpu"]
            if elsewhere:
                raise RuntimeError(
                    "FSDP parameters should be materialized on CPU when enabling CPU offloading. "
                    'For example, load a CPU state dict or call module.to_empty(device="cpu"). '
                    f"Found following parameters on non-CPU device: {elsewhere}\n")
        self._init_mp_dtypes()

    def _init_mp_dtypes(self):
        for fsdp_param in self.fsdp_params:
            fsdp_param.init_dtype_attrs(self.mp_policy)
        trainable = [p for p in self.fsdp_params if p.sharded_param.requires_grad]
        counted = trainable or [p for p in self.fsdp_params if p.orig_dtype.is_floating_point]
        orig_dtypes = {p.orig_dtype for p in counted}
        reduce_dtypes = {p.reduce_dtype for p in counted}
        if trainable and len(orig_dtypes) != 1:
            raise AssertionError(f"FSDP expects uniform original parameter dtype but got {orig_dtypes}")
        if trainable and len(reduce_dtypes) != 1:
            raise AssertionError(f"FSDP expects uniform reduce dtype but got {reduce_dtypes}")
        uniform = len(orig_dtypes) == 1 and len(reduce_dtypes) == 1
        self._orig_dtype = next(iter(orig_dtypes)) if uniform else None
        self._reduce_dtype = next(iter(reduce_dtypes)) if uniform else None

    # ---- gathering

    def unshard(self, async_op=False):
        if self._all_gather_result is not None or self.is_unsharded:
            return
        if not self.unshard_in_backward and self._training_state == TrainingState.PRE_BACKWARD:
            return
        group = self._all_gather_process_group
        if group.size() == 1:
            self._all_gather_result = AllGatherResult(self._all_gather_output, None, [], [], [])
            return
        streams = (
            self.comm_ctx.get_all_gather_streams(async_op, self._training_state) if hasattr(self.comm_ctx, "all_gather_stream")
            else (torch.cuda.current_stream(),) * 2)
        self._all_gather_result = foreach_all_gather(self.fsdp_params, group, async_op, *streams, self.device)

    def wait_for_unshard(self):
        if not self._all_gather_result:
            return
        async_op = self._all_gather_result.all_gather_work is not None
        if self._training_state == TrainingState.FORWARD:
            # The name keeps the buffer until this function returns.
            prev_all_gather_state = self.comm_ctx.all_gather_state  # noqa: F841
            self.comm_ctx.all_gather_state = None
        group = self._all_gather_process_group
        world_size = group.size()
        if world_size == 1:
            for fsdp_param in self.fsdp_params:
                all_gather_input = fsdp_param.all_gather_inputs[0]
                fsdp_param.init_all_gather_outputs([all_gather_input.numel()], [all_gather_input.dtype], 1, self.device)
                tensor = fsdp_param.all_gather_outputs[0]
                alloc_storage(tensor)
                with torch.no_grad(), torch.autograd._unsafe_preserve_version_counter(tensor):
                    tensor.copy_(all_gather_input)
        else:
            foreach_all_gather_copy_out(self._all_gather_result, self.fsdp_params, group)
        for fsdp_param in self.fsdp_params:
            fsdp_param.init_unsharded_param()
        self._to_unsharded()
        if not async_op and self._training_state == TrainingState.FORWARD and world_size > 1:
            self.comm_ctx.all_gather_state = self._all_gather_result
        self._all_gather_result = None

    def reshard(self):
        if self._training_state == TrainingState.FORWARD:
            if self.post_forward_mesh_info is None:
                return
            if self.post_forward_mesh_info is not self.mesh_info:
                if not self._sharded_state == ShardedState.SHARDED_POST_FORWARD:
                    for fsdp_param in self.fsdp_params:
                        fsdp_param.to_sharded_post_forward()
                    self._sharded_state = ShardedState.SHARDED_POST_FORWARD
                return
        self._to_sharded()

    # ---- hooks

    def pre_forward(self, module, args, kwargs):
        entering = self._training_state != TrainingState.FORWARD
        self._training_state = TrainingState.FORWARD
        self.unshard(self.unshard_async_op)
        self.wait_for_unshard()
        if entering:
            args, kwargs = self._register_post_backward_hook(args, kwargs)
        return args, kwargs

    def post_forward(self, module, input, output):
        if not is_bw():
            self.reshard()
            order = self.comm_ctx.post_forward_order
            self._post_forward_indices.append(len(order))
            order.append(self)
        self._training_state = TrainingState.IDLE
        return output

    def pre_backward(self, default_prefetch, *unused):
        if self._training_state == TrainingState.PRE_BACKWARD:
            return
        self._training_state = TrainingState.PRE_BACKWARD
        self.unshard(self.unshard_async_op)
        self.wait_for_unshard()
        if default_prefetch:
            self._backward_prefetch()

    def post_backward(self, *unused):
        self._training_state = TrainingState.POST_BACKWARD
        for fsdp_param in self.fsdp_params:
            fsdp_param.accumulate_unsharded_grad_if_needed()
        if not self.reduce_grads:
            if self.reshard_after_backward:
                self.reshard()
            for fsdp_param in self.fsdp_params:
                fsdp_param.to_accumulated_grad_if_needed()
            return
        params_with_grad = []
        unsharded_grads = []
        for fsdp_param in self.fsdp_params:
            if not hasattr(fsdp_param, "_unsharded_param"):
                continue
            if fsdp_param.unsharded_accumulated_grad is not None:
                params_with_grad.append(fsdp_param)
                unsharded_grads.append(_local(fsdp_param.unsharded_accumulated_grad))
                fsdp_param.unsharded_accumulated_grad = None
            elif fsdp_param._unsharded_param.grad is not None:
                params_with_grad.append(fsdp_param)
                unsharded_grads.append(_local(fsdp_param._unsharded_param.grad))
                fsdp_param._unsharded_param.grad = None
            elif self.reduce_scatter_unused_params and fsdp_param._unsharded_param.requires_grad:
                params_with_grad.append(fsdp_param)
                unsharded_grads.append(torch.zeros_like(fsdp_param._unsharded_param))
        if self.reshard_after_backward:
            self.reshard()
        states = self.comm_ctx.reduce_scatter_states
        while len(states) >= self.comm_ctx.reduce_scatter_max_input_buffers:
            states.pop(0)
        if len(params_with_grad) == 0:
            return
        stream = self.comm_ctx.all_reduce_stream
        if self.mesh_info.replicate_process_group is None and self._all_reduce_hook_stream is not None:
            stream = self._all_reduce_hook_stream
        self._all_reduce_state = None
        reduce_scatter_input, all_reduce_input, self._partial_reduce_output = foreach_reduce(
            params_with_grad, unsharded_grads, self.mesh_info.shard_process_group, self.comm_ctx.reduce_scatter_stream,
            self._orig_dtype, self._reduce_dtype, self.device, self.gradient_divide_factor,
            self.mesh_info.replicate_process_group, stream, self.all_reduce_grads, self._partial_reduce_output,
            self._all_reduce_hook)
        states.append(reduce_scatter_input)
        if all_reduce_input is not None:
            self._all_reduce_state = all_reduce_input

    def finalize_backward(self):
        self._all_reduce_state = None
        self._all_gather_result = None
        self._post_forward_indices.clear()

    def _backward_prefetch(self):
        if self._training_state == TrainingState.PRE_BACKWARD:
            if not self._post_forward_indices:
                return
            index = self._post_forward_indices.pop()
            if index > 0:
                self._prefetch_unshard(self.comm_ctx.post_forward_order[index - 1], "backward")

    @staticmethod
    def _prefetch_unshard(target, pass_type):
        state = TrainingState.PRE_BACKWARD if pass_type == "backward" else TrainingState.FORWARD
        with target.use_training_state(state):
            target.unshard(target.unshard_async_op)

    # ---- states

    def _to_sharded(self):
        if not self.is_sharded:
            for fsdp_param in self.fsdp_params:
                fsdp_param.to_sharded()
            self._sharded_state = ShardedState.SHARDED

    def _to_unsharded(self):
        if not self.is_unsharded:
            for fsdp_param in self.fsdp_params:
                fsdp_param.to_unsharded()
            self._sharded_state = ShardedState.UNSHARDED

    @property
    def is_sharded(self):
        return self._sharded_state == ShardedState.SHARDED

    @property
    def is_unsharded(self):
        return self._sharded_state == ShardedState.UNSHARDED

    @contextlib.contextmanager
    def use_training_state(self, training_state):
        old = self._training_state
        self._training_state = training_state
        try:
            yield
        finally:
            self._training_state = old

    @property
    def _all_gather_process_group(self):
        info = self.post_forward_mesh_info if self._sharded_state == ShardedState.SHARDED_POST_FORWARD else self.mesh_info
        return info.shard_process_group

    def _register_post_backward_hook(self, args, kwargs):
        if not torch.is_grad_enabled():
            return args, kwargs
        leaves, spec = tree_flatten((args, kwargs))
        indices = [i for i, x in enumerate(leaves) if torch.is_tensor(x) and x.requires_grad]
        if not indices:
            return args, kwargs
        outputs = RegisterPostBackwardFunction.apply(self, *[leaves[i] for i in indices])
        for i, output in zip(indices, outputs):
            leaves[i] = output
        return tree_unflatten(leaves, spec)


def _local(grad):
    return getattr(grad, "_local_tensor", grad)


class RegisterPostBackwardFunction(torch.autograd.Function):
    @staticmethod
    def forward(param_group, *inputs):
        return inputs

    @staticmethod
    def setup_context(ctx, inputs, output):
        param_group, *_ = inputs
        ctx.param_group = param_group

    @staticmethod
    def backward(ctx, *grads):
        ctx.param_group.post_backward()
        return (None,) + grads


def _get_param_module_infos(params, modules):
    wanted = set(params)
    infos = {}
    for module in modules:
        for _, submodule in module.named_modules(remove_duplicate=False):
            for name, param in submodule._parameters.items():
                if param is None or param not in wanted:
                    continue
                if param not in infos:
                    infos[param] = ParamModuleInfo(submodule, name)
                else:
                    infos[param].shared_modules.append(submodule)
                    infos[param].shared_param_names.append(name)
    return [infos[param] for param in params]
