"""The hooks that `fully_shard` puts on a module."""

import functools

import torch
from torch.autograd import Variable
from torch.distributed.fsdp._fully_shard._fsdp_common import TrainingState, cast_fp_tensor
from torch.distributed.fsdp._fully_shard._fsdp_param_group import FSDPCommContext, FSDPParamGroup
from torch.utils._pytree import tree_flatten, tree_map


class FSDPStateContext:
    """What all states below one root share."""

    def __init__(self):
        self.all_states = []
        self.iter_forward_root = None
        self.post_backward_final_callback_queued = False
        self.is_last_backward = True


class FSDPState:
    def __init__(self):
        self._fsdp_param_groups = []
        self._is_root = None
        self._state_ctx = FSDPStateContext()
        self._comm_ctx = FSDPCommContext()
        self._training_state = TrainingState.IDLE
        self._states_to_forward_prefetch = []
        self._states_to_backward_prefetch = []
        self._modules_to_run_forward = set()

    def init(self, modules, device, mp_policy, auto_reshard_after_forward):
        for module in modules:
            module.__dict__["_fsdp_state"] = self
        self._modules = modules
        self._device = device
        self._mp_policy = mp_policy
        self._auto_reshard_after_forward = auto_reshard_after_forward
        if len(modules) == 1:
            modules[0].register_forward_pre_hook(self._pre_forward, prepend=True, with_kwargs=True)
            modules[0].register_forward_hook(self._post_forward, prepend=False)
        else:
            for module in modules:
                module.register_forward_pre_hook(self._group_pre_forward, prepend=True, with_kwargs=True)
                module.register_forward_hook(self._group_post_forward, prepend=False, always_call=True)

    def _group_pre_forward(self, module, args, kwargs):
        if len(self._modules_to_run_forward) == 0:
            self._modules_to_run_forward.update(self._modules)
        return self._pre_forward(module, args, kwargs)

    def _group_post_forward(self, module, input, output):
        self._modules_to_run_forward.discard(module)
        if len(self._modules_to_run_forward) == 0:
            return self._post_forward(module, input, output)
        return self._cast_output_dtype(output)

    def _root_pre_forward(self, module, args, kwargs):
        self._lazy_init()
        if self._state_ctx.iter_forward_root is not None:
            return args, kwargs
        self._state_ctx.iter_forward_root = self
        if args or kwargs:
            move = functools.partial(_to_device, self._device)
            args, kwargs = tree_map(move, args), tree_map(move, kwargs)
        return args, kwargs

    def _lazy_init(self):
        if self._is_root is not None:
            return
        self._is_root = True
        if len(self._modules) > 1:
            raise RuntimeError(f"FSDP requires a single root module but got {self._modules}")
        root = self._modules[0]
        visited = set()
        for name, module in root.named_modules():
            state = module.__dict__.get("_fsdp_state")
            if state is None:
                continue
            if module is not root:
                if state not in visited and state._is_root is not None:
                    raise RuntimeError(
                        f"FSDP state has already been lazily initialized for {name}\n"
                        "FSDP requires running forward through the root module first")
                state._is_root = False
            if state not in visited:
                self._state_ctx.all_states.append(state)
            visited.add(state)
        if self._auto_reshard_after_forward:
            for group in self._fsdp_param_groups:
                group.post_forward_mesh_info = None
        names = {}
        for name, param in root.named_parameters():
            names[param] = name
        self._comm_ctx.lazy_init(self._device)
        for state in self._state_ctx.all_states:
            state._state_ctx = self._state_ctx
            state._comm_ctx = self._comm_ctx
            for group in state._fsdp_param_groups:
                group.comm_ctx = self._comm_ctx
                self._comm_ctx.reduce_scatter_max_input_buffers = max(
                    self._comm_ctx.reduce_scatter_max_input_buffers, group.reduce_scatter_max_input_buffers)
                for fsdp_param in group.fsdp_params:
                    fsdp_param._param_fqn = names.get(fsdp_param.sharded_param)
        for state in self._state_ctx.all_states:
            for group in state._fsdp_param_groups:
                group.lazy_init()

    def _pre_forward(self, module, args, kwargs):
        if self._training_state == TrainingState.PRE_BACKWARD:
            # Recomputation of a checkpoint.
            for group in self._fsdp_param_groups:
                if not group.is_unsharded:
                    group.unshard()
                    group.wait_for_unshard()
            return self._cast_forward_inputs(args, kwargs)
        first = self._training_state != TrainingState.FORWARD
        self._training_state = TrainingState.FORWARD
        if first:
            args, kwargs = self._root_pre_forward(module, args, kwargs)
        args, kwargs = self._cast_forward_inputs(args, kwargs)
        for group in self._fsdp_param_groups:
            args, kwargs = group.pre_forward(module, args, kwargs)
        if first:
            for state in self._states_to_forward_prefetch:
                for group in state._fsdp_param_groups:
                    FSDPParamGroup._prefetch_unshard(group, "forward")
        return args, kwargs

    def _post_forward(self, module, input, output):
        if self._training_state == TrainingState.PRE_BACKWARD:
            return self._cast_output_dtype(output)
        for group in self._fsdp_param_groups:
            output = group.post_forward(module, input, output)
        output = self._register_pre_backward_hook(output)
        self._training_state = TrainingState.IDLE
        if self._state_ctx.iter_forward_root is self:
            all_gather_state = self._comm_ctx.all_gather_state  # noqa: F841
            self._comm_ctx.all_gather_state = None
            self._state_ctx.iter_forward_root = None
        return self._cast_output_dtype(output)

    def _cast_forward_inputs(self, args, kwargs):
        if not (self._mp_policy.cast_forward_inputs and self._mp_policy.param_dtype):
            return args, kwargs
        cast = functools.partial(cast_fp_tensor, self._mp_policy.param_dtype)
        return tree_map(cast, args), tree_map(cast, kwargs)

    def _cast_output_dtype(self, output):
        if self._mp_policy.output_dtype is None:
            return output
        return tree_map(functools.partial(cast_fp_tensor, self._mp_policy.output_dtype), output)

    def _pre_backward(self, grad):
        self._training_state = TrainingState.PRE_BACKWARD
        if not self._state_ctx.post_backward_final_callback_queued:
            self._state_ctx.post_backward_final_callback_queued = True
            Variable._execution_engine.queue_callback(self._root_post_backward_final_callback)
        default_prefetch = len(self._states_to_backward_prefetch) == 0
        for group in self._fsdp_param_groups:
            group.pre_backward(default_prefetch)
        for state in self._states_to_backward_prefetch:
            for group in reversed(state._fsdp_param_groups):
                FSDPParamGroup._prefetch_unshard(group, "backward")
        return grad

    def _root_post_backward_final_callback(self):
        self._state_ctx.iter_forward_root = None
        for state in self._state_ctx.all_states:
            state._modules_to_run_forward.clear()
            for group in reversed(state._fsdp_param_groups):
                if group._training_state != TrainingState.POST_BACKWARD:
                    group.post_backward()
                group._training_state = TrainingState.IDLE
            state._training_state = TrainingState.IDLE
            if self._state_ctx.is_last_backward:
                for group in state._fsdp_param_groups:
                    group.finalize_backward()
        if self._state_ctx.is_last_backward:
            self._comm_ctx.post_forward_order.clear()
            self._comm_ctx.reduce_scatter_states.clear()
        self._state_ctx.post_backward_final_callback_queued = False

    def _register_pre_backward_hook(self, output):
        if not torch.is_grad_enabled():
            return output
        for leaf in tree_flatten(output)[0]:
            if torch.is_tensor(leaf) and leaf.requires_grad:
                leaf.register_hook(self._pre_backward)
        return output


def _to_device(device, x):
    return x.to(device) if isinstance(x, torch.Tensor) and x.device != device else x
