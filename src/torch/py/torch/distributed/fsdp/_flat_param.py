"""The flat parameter of one wrapped module: its shard, and the whole of it while it is gathered.

Storages are taken and given back by resizing them, on the streams that the runtime chooses (`_runtime_utils.py`).
"""

import contextlib
from itertools import accumulate, chain
from typing import NamedTuple, Optional

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp._common_utils import HandleTrainingState, _no_dispatch_record_stream, _set_fsdp_flattened
from torch.distributed.fsdp._flat_param_views import NO_RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES, HandleShardingStrategy, _Views
from torch.distributed.utils import _alloc_storage, _free_storage, _p_assert
from torch.nn.parameter import _ParameterMeta

_FLAT_PARAM_PADDING_VALUE = 42
_ALIGNMENT = 16


class ParamInfo(NamedTuple):
    param_name: str
    module: nn.Module
    module_name: str


class SharedParamInfo(NamedTuple):
    param_name: str
    module: nn.Module
    module_name: str
    prim_param_name: str
    prim_module: nn.Module
    prim_module_name: str


class _ShardParamInfo(NamedTuple):
    """Where a parameter lies in this rank's shard."""

    in_shard: bool
    offset_in_shard: Optional[int] = None
    numel_in_shard: Optional[int] = None
    intra_param_start_idx: Optional[int] = None
    intra_param_end_idx: Optional[int] = None


class _FlatParameterMeta(_ParameterMeta):
    def __instancecheck__(self, instance):
        return isinstance(instance, torch.Tensor) and getattr(instance, "_is_flat_param", False)


class FlatParameter(nn.Parameter, metaclass=_FlatParameterMeta):
    """A parameter that says what it consists of."""

    def __new__(cls, data=None, requires_grad=True):
        r = nn.Parameter.__new__(nn.Parameter, data, requires_grad)
        r._is_flat_param = True
        return r


class FlatParamHandle(_Views):
    def __init__(self, params, fully_sharded_module, device, sharding_strategy, offload_params, mp_param_dtype, mp_reduce_dtype,
                 keep_low_precision_grads, process_group, use_orig_params):
        params = list(params)
        self.device = device
        self.process_group = process_group
        self.rank = process_group.rank()
        self.world_size = process_group.size()
        self._sharding_strategy = sharding_strategy
        self._offload_params = offload_params
        self._use_orig_params = use_orig_params
        self._keep_low_precision_grads = keep_low_precision_grads
        self._training_state = HandleTrainingState.IDLE
        self._fully_sharded_module = fully_sharded_module
        self._unsharded_flat_param_for_skipped_views = None
        self._pre_forward_order_index = None
        self._post_forward_index = None
        self._needs_pre_forward_unshard = False
        self._needs_pre_backward_unshard = False
        self._ran_pre_backward_hook = False
        self._has_optim_in_backward = False
        self._prefetched = False
        self._orig_param_dtype = params[0].dtype
        self._low_prec_param_dtype_specified = mp_param_dtype is not None
        self._low_prec_reduce_dtype_specified = mp_reduce_dtype is not None
        self._fwd_bwd_param_dtype = mp_param_dtype or self._orig_param_dtype
        self._reduce_dtype = mp_reduce_dtype or mp_param_dtype or self._orig_param_dtype
        aligned_numel = _ALIGNMENT // self._fwd_bwd_param_dtype.itemsize if use_orig_params else 0
        self._init_flat_param_and_metadata(params, fully_sharded_module, aligned_numel, use_orig_params)
        self._use_unsharded_views(as_params=False)

    def _init_flat_param_and_metadata(self, params, module, aligned_numel, use_orig_params):
        dtype, requires_grad, device = self._validate_tensors_to_flatten(params)
        params_set = set(params)
        param_infos, numels, shapes, strides, fqns, shared_param_infos = [], [], [], [], [], []
        shared_param_memo = {}
        params_to_flatten, shared_params, is_padding_mask = [], [], []
        total_numel = 0

        def pad(numel):
            params_to_flatten.append(torch.ones((numel,), dtype=dtype, device=device) * _FLAT_PARAM_PADDING_VALUE)
            is_padding_mask.append(True)
            numels.append(numel)

        for submodule_name, submodule in module.named_modules(remove_duplicate=False):
            for param_name, param in submodule.named_parameters(recurse=False, remove_duplicate=False):
                if param not in params_set:
                    continue
                if param in shared_param_memo:
                    shared_params.append(param)
                    shared_param_infos.append(SharedParamInfo(param_name, submodule, submodule_name, *shared_param_memo[param]))
                    continue
                if aligned_numel > 0 and total_numel % aligned_numel > 0:
                    pad(aligned_numel - total_numel % aligned_numel)
                    total_numel += numels[-1]
                shared_param_memo[param] = (param_name, submodule, submodule_name)
                params_to_flatten.append(param)
                is_padding_mask.append(False)
                param_infos.append(ParamInfo(param_name, submodule, submodule_name))
                numels.append(param.numel())
                shapes.append(param.shape)
                strides.append(None if param.is_contiguous() else param.stride())
                fqns.append(submodule_name + "." + param_name if submodule_name else param_name)
                total_numel += param.numel()
        if aligned_numel > 0 and total_numel % self.world_size > 0:
            pad(self.world_size - total_numel % self.world_size)
        flat = self.flat_param = FlatParameter(self._flatten_tensors(params_to_flatten), requires_grad=requires_grad)
        flat._param_infos, flat._shapes, flat._strides, flat._fqns = param_infos, shapes, strides, fqns
        flat._num_params = len(param_infos)
        flat._is_padding_mask = is_padding_mask
        flat._numels = tuple(n for n, padding in zip(numels, is_padding_mask) if not padding)
        flat._numels_with_padding = tuple(numels)
        flat._shared_param_infos = tuple(shared_param_infos)
        flat._params = flat._shared_params = flat._is_grad_none_mask = flat._tensors = None
        if use_orig_params:
            flat._params = [_parameter(p) for p, padding in zip(params_to_flatten, is_padding_mask) if not padding]
            flat._shared_params = [_parameter(p) for p in shared_params]
            for param in chain(flat._params, flat._shared_params):
                _set_fsdp_flattened(param)
            flat._is_grad_none_mask = [False] * len(param_infos)
            flat._tensors = [None] * len(param_infos)
        flat._unpadded_unsharded_size = flat.size()
        flat._post_backward_called = False
        _set_fsdp_flattened(flat)

    def _validate_tensors_to_flatten(self, tensors):
        dtype = requires_grad = device = None
        for tensor in tensors:
            if isinstance(tensor, FlatParameter):
                raise ValueError("Cannot flatten a `FlatParameter`")
            if dtype is None and not tensor.is_floating_point():
                raise ValueError("Cannot flatten integer dtype tensors")
            if dtype is not None and tensor.dtype != dtype:
                raise ValueError(f"Must flatten tensors with uniform dtype but got {dtype} and {tensor.dtype}")
            if not self._use_orig_params and requires_grad is not None and tensor.requires_grad != requires_grad:
                raise ValueError("Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`")
            if device is not None and tensor.device != device:
                raise ValueError(f"Must flatten tensors on the same device but got both {device} and {tensor.device}")
            dtype = tensor.dtype
            requires_grad = requires_grad or tensor.requires_grad
            device = tensor.device
        return dtype, requires_grad, device

    def _flatten_tensors(self, tensors):
        return torch.cat([torch.flatten(t.detach()) if t.is_contiguous() else t.detach().as_strided((t.numel(),), (1,)) for t in tensors], dim=0)

    # ---- sharding

    @torch.no_grad()
    def shard(self):
        flat_param = self.flat_param
        if not self.uses_sharded_strategy:
            self._init_shard_metadata(0, 0, flat_param.numel() - 1)
        else:
            shard, numel_padded = FlatParamHandle._get_shard(flat_param, self.rank, self.world_size)
            if flat_param.untyped_storage().size() > 0:
                flat_param.untyped_storage().resize_(0)
            flat_param.set_(shard)
            start = shard.numel() * self.rank
            self._init_shard_metadata(numel_padded, start, start + shard.numel() - 1)
        if self._use_orig_params:
            self._use_sharded_views()

    def _init_shard_metadata(self, numel_padded, start, end):
        """`start` and `end` (inclusive) are this shard's place in the whole."""
        flat_param = self.flat_param
        flat_param._sharded_size = flat_param.size()
        flat_param._shard_numel_padded = numel_padded
        infos = []
        after = list(accumulate(flat_param._numels_with_padding))
        for first, last, is_padding in zip([0, *after[:-1]], (a - 1 for a in after), flat_param._is_padding_mask):
            if is_padding:
                continue
            if start > last or end < first:
                infos.append(_ShardParamInfo(False))
                continue
            intra_start = max(start - first, 0)
            intra_end = min(last, end) - first
            infos.append(_ShardParamInfo(True, max(first - start, 0), intra_end - intra_start + 1, intra_start, intra_end))
        flat_param._shard_param_infos = tuple(infos)

    @staticmethod
    def _get_unpadded_shard(tensor, rank, world_size):
        chunks = torch.flatten(tensor).chunk(world_size)
        chunk = chunks[rank] if len(chunks) > rank else chunks[0].new_empty(0)
        return chunk, chunks[0].numel() - chunk.numel()

    @staticmethod
    def _get_shard(tensor, rank, world_size):
        chunk, numel_to_pad = FlatParamHandle._get_unpadded_shard(tensor, rank, world_size)
        shard = chunk.clone()
        if numel_to_pad > 0:
            shard = F.pad(shard, [0, numel_to_pad])
        return shard, numel_to_pad

    @torch.no_grad()
    def init_flat_param_attributes(self):
        """The buffers that are gathered into, without their storages."""
        flat_param = self.flat_param
        if flat_param.dtype != self._orig_param_dtype:
            if not self._low_prec_param_dtype_specified:
                self._fwd_bwd_param_dtype = flat_param.dtype
            if not self._low_prec_reduce_dtype_specified and not self._low_prec_param_dtype_specified:
                self._reduce_dtype = flat_param.dtype
            self._orig_param_dtype = flat_param.dtype
        if self._offload_params:
            _p_assert(flat_param.device == torch.device("cpu"), (
                f"Expects the `FlatParameter` to be on CPU when parameter CPU offloading is enabled, not {flat_param.device}"))
        else:
            self._check_on_compute_device(flat_param)
        flat_param._local_shard = flat_param.data
        if self._offload_params:
            flat_param._local_shard = flat_param._local_shard.pin_memory()
            flat_param._cpu_grad = torch.zeros_like(flat_param._local_shard, device=torch.device("cpu")).pin_memory()
        if self._uses_param_mixed_precision:
            flat_param._mp_shard = torch.empty_like(flat_param._local_shard, device=self.device, dtype=self._fwd_bwd_param_dtype)
            _free_storage(flat_param._mp_shard)
        if self.uses_sharded_strategy:
            dtype = self._fwd_bwd_param_dtype if self._uses_param_mixed_precision else flat_param.dtype
            padded_unsharded_numel = flat_param.numel() * self.world_size
            flat_param._full_param_padded = torch.empty(padded_unsharded_numel, device=self.device, dtype=dtype)
            flat_param._padded_unsharded_size = flat_param._full_param_padded.size()
            _free_storage(flat_param._full_param_padded)
            if self._uses_param_mixed_precision:
                flat_param._full_prec_full_param_padded = torch.empty(padded_unsharded_numel, device=self.device, dtype=flat_param.dtype)
                _free_storage(flat_param._full_prec_full_param_padded)

    # ---- gathering

    def pre_unshard(self):
        """Whether the shard that is gathered is another one than the optimizer's: in low precision, or on the device."""
        if self._training_state == HandleTrainingState.SUMMON_FULL_PARAMS and self._skipped_use_sharded_views:
            self._use_sharded_views()
        ret = False
        if self._use_orig_params:
            ret = self._writeback_orig_params()
        if self.uses_sharded_strategy and not self._offload_params and not self.needs_unshard():
            pass
        elif self._uses_param_mixed_precision and not self._force_full_precision:
            self._use_low_precision_shard()
            ret = True
        elif self._offload_params and self.flat_param.device != self.device:
            self.flat_param_to(self.device, non_blocking=True)
            ret = True
        self._check_on_compute_device(self.flat_param)
        return ret

    def _use_low_precision_shard(self):
        flat_param = self.flat_param
        _alloc_storage(flat_param._mp_shard, flat_param._local_shard.size())
        flat_param._mp_shard.copy_(flat_param._local_shard.to(self.device, non_blocking=True))
        flat_param.data = flat_param._mp_shard

    def unshard(self):
        if not self.needs_unshard():
            self._use_unsharded_flat_param(self._get_padded_unsharded_flat_param() if self.uses_sharded_strategy else self.flat_param)
            return
        unsharded_flat_param = self._alloc_padded_unsharded_flat_param()
        padded_unsharded_flat_param = self._all_gather_flat_param(unsharded_flat_param)
        self._use_unsharded_flat_param(padded_unsharded_flat_param)

    def needs_unshard(self):
        if not self.uses_sharded_strategy:
            return False
        unsharded = self._get_padded_unsharded_flat_param()
        return unsharded.untyped_storage().size() // unsharded.element_size() != unsharded.numel()

    def _alloc_padded_unsharded_flat_param(self):
        unsharded_flat_param = self._get_padded_unsharded_flat_param()
        _alloc_storage(unsharded_flat_param, self.flat_param._padded_unsharded_size)
        return unsharded_flat_param

    def _get_padded_unsharded_flat_param(self):
        flat_param = self.flat_param
        if not (self._force_full_precision and self._uses_param_mixed_precision):
            return flat_param._full_param_padded
        if flat_param._full_param_padded.untyped_storage().size() > 0:
            _free_storage(flat_param._full_param_padded)
        return flat_param._full_prec_full_param_padded

    def _all_gather_flat_param(self, padded_unsharded_flat_param):
        sharded_flat_param = self.flat_param.data
        if sharded_flat_param.is_cpu:
            dist.all_gather(list(torch.chunk(padded_unsharded_flat_param, self.world_size)), sharded_flat_param, group=self.process_group)
        else:
            dist.all_gather_into_tensor(padded_unsharded_flat_param, sharded_flat_param, self.process_group)
        if self._offload_params:
            _no_dispatch_record_stream(sharded_flat_param, torch.cuda.current_stream())
        return padded_unsharded_flat_param

    def _use_unsharded_flat_param(self, padded_unsharded_flat_param):
        self.flat_param.data = padded_unsharded_flat_param[:self.flat_param._unpadded_unsharded_size.numel()]
        in_forward = self._training_state == HandleTrainingState.FORWARD
        in_pre_backward = self._training_state == HandleTrainingState.BACKWARD_PRE
        if self._use_orig_params:
            if self._skipped_use_sharded_views and in_pre_backward:
                return
            self._use_unsharded_views(as_params=not in_forward and not in_pre_backward)
        elif in_forward:
            self._use_unsharded_views(as_params=False)

    def post_unshard(self):
        if self._uses_param_mixed_precision and self.uses_sharded_strategy:
            self._free_low_precision_sharded_param()
        self._check_on_compute_device(self.flat_param)

    def _free_low_precision_sharded_param(self):
        _no_dispatch_record_stream(self.flat_param._mp_shard, torch.cuda.current_stream())
        _free_storage(self.flat_param._mp_shard)

    @contextlib.contextmanager
    def to_cpu(self):
        """The whole parameter on the host, its buffer on the device freed meanwhile."""
        if self.flat_param.device.type == "cpu":
            yield
            return
        self.flat_param_to(torch.device("cpu"))
        self._free_unsharded_flat_param()
        try:
            yield
        finally:
            padded_unsharded_flat_param = self._alloc_padded_unsharded_flat_param()
            padded_unsharded_flat_param[:self.flat_param.numel()].copy_(self.flat_param)
            self._use_unsharded_flat_param(padded_unsharded_flat_param)

    def reshard(self, free_unsharded_flat_param):
        self._use_sharded_flat_param()
        if free_unsharded_flat_param:
            self._free_unsharded_flat_param()

    def post_reshard(self):
        if self._uses_param_mixed_precision and not self.uses_sharded_strategy and not self._force_full_precision:
            self._free_low_precision_sharded_param()

    def _free_unsharded_flat_param(self):
        unsharded_flat_param = self._get_padded_unsharded_flat_param()
        _no_dispatch_record_stream(unsharded_flat_param, torch.cuda.current_stream())
        _free_storage(unsharded_flat_param)

    def _use_sharded_flat_param(self):
        flat_param = self.flat_param
        in_forward = self._training_state == HandleTrainingState.FORWARD
        skips = (self._use_orig_params and torch.is_grad_enabled() and in_forward
                 and self._sharding_strategy in NO_RESHARD_AFTER_FORWARD_HANDLE_STRATEGIES)
        if skips:
            unsharded_flat_param = flat_param.data
        flat_param.data = flat_param._local_shard
        if not self._use_orig_params:
            return
        if skips:
            self._unsharded_flat_param_for_skipped_views = unsharded_flat_param
        else:
            self._use_sharded_views()
        if in_forward and not self._skipped_use_sharded_views:
            if (flat_param.grad is not None and self.uses_sharded_strategy
                    and flat_param.grad.shape == flat_param._unpadded_unsharded_size):
                self._use_unsharded_grad_views()
            else:
                self._use_sharded_grad_views()

    # ---- what holds

    def flat_param_to(self, *args, **kwargs):
        self.flat_param.data = self.flat_param.to(*args, **kwargs)
        if self._use_orig_params:
            if self.is_sharded(self.flat_param):
                self._use_sharded_views()
            else:
                self._use_unsharded_views(as_params=True)

    def is_sharded(self, tensor):
        if not hasattr(self.flat_param, "_sharded_size") or not self.uses_sharded_strategy:
            return False
        return tensor.size() == self.flat_param._sharded_size

    def param_module_names(self):
        for info in chain(self.flat_param._param_infos, self.flat_param._shared_param_infos):
            yield info.param_name, info.module_name

    def _check_on_compute_device(self, tensor):
        _p_assert(tensor.device == self.device, f"Expects tensor to be on the compute device {self.device}, was on {tensor.device}")

    @property
    def uses_sharded_strategy(self):
        return self._sharding_strategy != HandleShardingStrategy.NO_SHARD

    @property
    def _uses_param_mixed_precision(self):
        return self._fwd_bwd_param_dtype != self._orig_param_dtype

    @property
    def _force_full_precision(self):
        return (self._uses_param_mixed_precision or self._reduce_dtype != self._orig_param_dtype) and (
            self._training_state == HandleTrainingState.SUMMON_FULL_PARAMS)

    @property
    def _skipped_use_sharded_views(self):
        return self._unsharded_flat_param_for_skipped_views is not None


def _parameter(tensor):
    return tensor if isinstance(tensor, nn.Parameter) else nn.Parameter(tensor)
