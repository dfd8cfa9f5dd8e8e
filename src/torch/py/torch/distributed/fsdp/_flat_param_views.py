"""What the modules of a flat parameter see as their parameters and gradients: views of the whole, or of this rank's shard."""

import contextlib
from enum import Enum, auto
from itertools import chain

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp._common_utils import HandleTrainingState


class HandleShardingStrategy(Enum):
    FULL_SHARD = auto()
    SHARD_GRAD_OP = auto()
    NO_SHARD = auto()
    HYBRID_SHARD = auto()
    _HYBRID_SHARD_ZERO2 = auto()


RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES = (HandleShardingStrategy.FULL_SHARD, HandleShardingStrategy.HYBRID_SHARD)
NO_RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES = (HandleShardingStrategy.SHARD_GRAD_OP, HandleShardingStrategy._HYBRID_SHARD_ZERO2)


class _Views:
    """The part of a `FlatParamHandle` that sets parameters and gradients on modules."""

    def _get_unflat_views(self, tensor):
        flat_param = self.flat_param
        views = []
        for split, is_padding in zip(torch.split(tensor, flat_param._numels_with_padding, dim=0), flat_param._is_padding_mask):
            if is_padding:
                continue
            shape, stride = flat_param._shapes[len(views)], flat_param._strides[len(views)]
            views.append(split.view(shape) if stride is None else split.as_strided(shape, stride))
        return views

    @torch.enable_grad()
    def _use_unsharded_views(self, as_params):
        flat_param = self.flat_param
        in_forward = self._training_state == HandleTrainingState.FORWARD
        views = self._get_unflat_views(flat_param)
        for i, (view, (param_name, module, _)) in enumerate(zip(views, flat_param._param_infos)):
            if self._use_orig_params and as_params:
                param = flat_param._params[i]
                _setattr(module, param_name, param)
                param.data = view
            elif as_params:
                _setattr(module, param_name, nn.Parameter(view, requires_grad=flat_param.requires_grad))
            else:
                param_var = view
                if self._use_orig_params:
                    if in_forward:
                        # Kept, so that the graph of a recomputed forward ends in the same node.
                        flat_param._tensors[i] = view
                    elif self._training_state == HandleTrainingState.BACKWARD_PRE:
                        param_var = flat_param._tensors[i]
                        param_var.data = view
                _setattr(module, param_name, param_var)
                if self._use_orig_params and in_forward:
                    module._parameters[param_name] = param_var
        for i, (param_name, module, _, prim_param_name, prim_module, _) in enumerate(flat_param._shared_param_infos):
            prim_param = getattr(prim_module, prim_param_name)
            if self._use_orig_params and as_params:
                shared_param = flat_param._shared_params[i]
                _setattr(module, param_name, shared_param)
                shared_param.data = prim_param
            else:
                _setattr(module, param_name, prim_param)
                if not as_params and self._use_orig_params and in_forward:
                    module._parameters[param_name] = prim_param

    def _use_unsharded_grad_views(self):
        flat_param = self.flat_param
        if flat_param.grad is None:
            for param in chain(flat_param._params, flat_param._shared_params):
                param.grad = None
            return
        for view, (param_name, module, _) in zip(self._get_unflat_views(flat_param.grad), flat_param._param_infos):
            _set_grad(getattr(module, param_name), view)
        for param_name, module, _, prim_param_name, prim_module, _ in flat_param._shared_param_infos:
            _set_grad(getattr(module, param_name), getattr(prim_module, prim_param_name).grad)

    @contextlib.contextmanager
    def unflatten_as_params(self):
        self._use_unsharded_views(as_params=True)
        try:
            yield
        finally:
            self._use_unsharded_views(as_params=False)

    @torch.no_grad()
    def _use_sharded_views(self):
        self._unsharded_flat_param_for_skipped_views = None
        if not self.uses_sharded_strategy:
            self._use_unsharded_views(as_params=True)
            return
        flat_param = self.flat_param
        nothing = torch.empty(0, dtype=flat_param.dtype, device=flat_param.device, requires_grad=False)
        for param, info, (param_name, module, _) in zip(flat_param._params, flat_param._shard_param_infos, flat_param._param_infos):
            _setattr(module, param_name, param)
            if info.in_shard:
                param.data = flat_param[info.offset_in_shard:info.offset_in_shard + info.numel_in_shard]
            else:
                param.data = nothing
        for param, (param_name, module, _, prim_param_name, prim_module, _) in zip(flat_param._shared_params, flat_param._shared_param_infos):
            _setattr(module, param_name, param)
            param.data = getattr(prim_module, prim_param_name)
        if self._training_state == HandleTrainingState.BACKWARD_POST:
            for i in range(len(flat_param._tensors)):
                flat_param._tensors[i] = None

    @torch.no_grad()
    def _use_sharded_grad_views(self):
        flat_param = self.flat_param
        grad = self.sharded_grad
        if grad is None:
            for param in chain(flat_param._params, flat_param._shared_params):
                param.grad = None
            return
        for param, info, is_none in zip(flat_param._params, flat_param._shard_param_infos, flat_param._is_grad_none_mask):
            if not info.in_shard or not param.requires_grad or is_none:
                param.grad = None
                continue
            part = grad[info.offset_in_shard:info.offset_in_shard + info.numel_in_shard].reshape(param.shape)
            if self._keep_low_precision_grads or param.dtype != grad.dtype:
                if param.grad is None:
                    param.grad = torch.empty_like(param)
                param.grad.data = part
            else:
                param.grad = part
        for param, (_, _, _, prim_param_name, prim_module, _) in zip(flat_param._shared_params, flat_param._shared_param_infos):
            param.grad = getattr(prim_module, prim_param_name).grad if hasattr(prim_module, prim_param_name) and param.requires_grad else None

    @torch.no_grad()
    def _writeback_orig_params(self):
        """Copies parameters and gradients that were put in the place of views; whether parameters were."""
        flat_param = self.flat_param
        if self._skipped_use_sharded_views or self.uses_sharded_strategy and not self.is_sharded(flat_param):
            return False
        wrote_back = False
        grad = flat_param.grad if self.uses_sharded_strategy or not self._offload_params else flat_param._cpu_grad
        for i, (info, (param_name, module, _)) in enumerate(zip(flat_param._shard_param_infos, flat_param._param_infos)):
            if not info.in_shard or not hasattr(module, param_name):
                continue
            param = getattr(module, param_name)
            place = slice(info.offset_in_shard, info.offset_in_shard + info.numel_in_shard)
            if param is not flat_param._params[i] or not _same_storage(param, flat_param):
                flat_param._params[i] = param
                self._write_back(param, flat_param, place, "parameter")
                wrote_back = True
            if param.grad is None:
                if flat_param.grad is not None:
                    flat_param.grad[place].zero_()
                    flat_param._is_grad_none_mask[i] = True
            elif self.uses_sharded_strategy or not self._offload_params:
                if grad is None or not _same_storage(param.grad, grad):
                    if grad is None:
                        grad = torch.zeros_like(flat_param)
                    self._write_back(param.grad, grad, place, "gradient")
                    flat_param.grad = grad
                    grad = flat_param.grad
        return wrote_back

    def _write_back(self, source, target, place, kind):
        if not self.uses_sharded_strategy:
            source = source.view(-1)
        expected = torch.Size([place.stop - place.start])
        if source.shape != expected:
            raise RuntimeError(f"Cannot writeback when the {kind} shape changes\nExpects {expected} but got {source.shape}")
        target[place].copy_(source)

    def _deregister_orig_params(self):
        for info in chain(self.flat_param._param_infos, self.flat_param._shared_param_infos):
            if hasattr(info.module, info.param_name):
                delattr(info.module, info.param_name)

    # ---- gradients

    def prepare_gradient_for_backward(self):
        """Lays an accumulated shard of the gradient aside, so that the whole one can be made."""
        flat_param = self.flat_param
        if flat_param.grad is None or (
                flat_param.grad.size() == flat_param._unpadded_unsharded_size and flat_param.grad.device == flat_param.device):
            return
        if flat_param.grad.size() == flat_param._local_shard.size():
            if flat_param.grad.device == self.device:
                flat_param._saved_grad_shard = flat_param.grad.data
                sharded_grad = flat_param._saved_grad_shard
            else:
                sharded_grad = flat_param._cpu_grad
            if self._keep_low_precision_grads and sharded_grad.dtype != flat_param._local_shard.dtype:
                sharded_grad.data = sharded_grad.to(flat_param._local_shard.dtype)
        flat_param.grad = None

    def prepare_gradient_for_optim(self):
        flat_param = self.flat_param
        if hasattr(flat_param, "_cpu_grad"):
            flat_param.grad = flat_param._cpu_grad
            self._cast_grad_to_param_dtype_if_needed()
        elif hasattr(flat_param, "_saved_grad_shard") and flat_param._post_backward_called:
            flat_param.grad = flat_param._saved_grad_shard
            if flat_param.grad is not None:
                self._cast_grad_to_param_dtype_if_needed()
        if hasattr(flat_param, "_saved_grad_shard"):
            del flat_param._saved_grad_shard

    def _cast_grad_to_param_dtype_if_needed(self):
        flat_param = self.flat_param
        if not self._force_full_precision and self._keep_low_precision_grads and flat_param.grad.dtype != self._fwd_bwd_param_dtype:
            flat_param.grad.data = flat_param.grad.to(self._fwd_bwd_param_dtype)
            if self._use_orig_params:
                self._use_sharded_grad_views()

    @torch.no_grad()
    def unshard_grad(self):
        flat_param = self.flat_param
        if not self.uses_sharded_strategy:
            self._use_unsharded_grad_views()
            return
        flat_param._saved_grad_shard = flat_param.grad
        if flat_param.grad is None:
            self._use_unsharded_grad_views()
            return
        sharded_grad = flat_param._saved_grad_shard
        padded = torch.empty(flat_param._padded_unsharded_size, device=self.device, dtype=sharded_grad.dtype)
        dist.all_gather_into_tensor(padded, sharded_grad, self.process_group)
        size = flat_param._unpadded_unsharded_size
        flat_param.grad = padded[:size.numel()].view(size)
        self._use_unsharded_grad_views()

    def reshard_grad(self):
        if self._use_orig_params:
            self._use_sharded_grad_views()
        if self.uses_sharded_strategy:
            self.flat_param.grad = self.flat_param._saved_grad_shard
            del self.flat_param._saved_grad_shard

    @property
    def sharded_grad(self):
        flat_param = self.flat_param
        if hasattr(flat_param, "_cpu_grad"):
            return flat_param._cpu_grad
        if hasattr(flat_param, "_saved_grad_shard"):
            return flat_param._saved_grad_shard
        return flat_param.grad

    def _reset_is_grad_none(self):
        flat_param = self.flat_param
        for i, param in enumerate(flat_param._params):
            if param.requires_grad:
                flat_param._is_grad_none_mask[i] = False

    def _reset_flat_param_grad_info_if_needed(self):
        """Follows what was done to the original parameters' gradients."""
        if not self._use_orig_params:
            return
        flat_param = self.flat_param
        all_grad_none = True
        requires_grad = False
        for param in flat_param._params:
            all_grad_none &= param.grad is None
            requires_grad |= param.requires_grad
        if all_grad_none:
            flat_param.grad = None
        flat_param.requires_grad = requires_grad


def _setattr(module, param_name, tensor_or_param):
    if hasattr(module, param_name):
        delattr(module, param_name)
    setattr(module, param_name, tensor_or_param)


def _set_grad(param, grad):
    if param.shape != grad.shape or param.dtype != grad.dtype or param.device != grad.device:
        if param.grad is None:
            param.grad = torch.empty_like(param)
        param.grad.data = grad
    else:
        param.grad = grad


def _same_storage(a, b):
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
