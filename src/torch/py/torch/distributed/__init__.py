"""Distributed training as one process sees it: rank 0, collectives that copy or do nothing."""

import contextlib
import importlib
import os
from datetime import timedelta
from enum import Enum

import torch

_lazy_modules = frozenset(("algorithms", "checkpoint", "device_mesh", "distributed_c10d", "elastic", "fsdp", "launch", "nn", "optim", "pipelining",
                           "rpc", "run", "tensor", "utils", "_composable", "_functional_collectives", "_tensor", "constants", "_shard",
                           "_symmetric_memory", "autograd", "c10d_logger", "argparse_util", "rendezvous", "logging_handlers", "_state_dict_utils"))

default_pg_timeout = timedelta(minutes=30)
_state = {"initialized": False, "rank": 0, "world_size": 1, "backend": "nccl"}
_NOT_INITIALIZED = "Default process group has not been initialized, please make sure to call init_process_group."


def __getattr__(name):
    if name in ("DeviceMesh", "init_device_mesh"):
        return getattr(importlib.import_module("torch.distributed.device_mesh"), name)
    if name in _lazy_modules:
        return importlib.import_module("torch.distributed." + name)
    raise AttributeError(f"module 'torch.distributed' has no attribute '{name}'")


class Backend(str):
    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    UCC = "ucc"
    MPI = "mpi"
    XCCL = "xccl"


class ReduceOp(Enum):
    SUM = 0
    AVG = 1
    PRODUCT = 2
    MIN = 3
    MAX = 4
    BAND = 5
    BOR = 6
    BXOR = 7
    PREMUL_SUM = 8


ReduceOp.RedOpType = ReduceOp


reduce_op = ReduceOp


class ProcessGroup:
    """Ranks that communicate; of all ranks where none are given."""

    def __init__(self, ranks=None, backend=None):
        self._ranks = ranks
        self._backend = backend

    def size(self):
        return _state["world_size"] if self._ranks is None else len(self._ranks)

    def rank(self):
        return _state["rank"] if self._ranks is None else self._ranks.index(_state["rank"])

    def name(self):
        return self._backend or _state["backend"]

    def _get_backend_name(self):
        return self.name()

    @property
    def group_name(self):
        return str(self._ranks or 0)

    class Options:
        def __init__(self, *args, **kwargs):
            pass


ProcessGroupNCCL = ProcessGroupGloo = ProcessGroup


class group:
    WORLD = ProcessGroup()


class GroupMember:
    WORLD = group.WORLD
    NON_GROUP_MEMBER = object()


class Work:
    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return True

    def get_future(self):
        from torch.futures import Future

        return Future()


class DistError(RuntimeError):
    pass


DistBackendError = DistNetworkError = DistStoreError = DistError


class Store:
    def __init__(self, *args, **kwargs):
        self._values = {}

    def set(self, key, value):
        self._values[key] = value

    def get(self, key):
        return self._values.get(key)

    def wait(self, keys, timeout=None):
        return None


class TCPStore(Store):
    pass


class FileStore(Store):
    pass


class HashStore(Store):
    pass


class PrefixStore(Store):
    pass


def is_available():
    return True


def is_initialized():
    return _state["initialized"]


def is_nccl_available():
    return True


def is_gloo_available():
    return True


def is_mpi_available():
    return False


is_ucc_available = is_xccl_available = is_mpi_available


def is_torchelastic_launched():
    return os.environ.get("TORCHELASTIC_RUN_ID") is not None


def is_backend_available(backend):
    return backend in ("nccl", "gloo", "fake")


def _from_environment(name, what):
    value = os.environ.get(name)
    if value is not None:
        return int(value)
    torch._C._assume(f"torch.distributed: {name} is not set; {what}")
    return None


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None,
                       device_id=None):
    if _state["initialized"]:
        raise ValueError("trying to initialize the default process group twice!")
    if world_size is None or world_size < 0:
        world_size = _from_environment("WORLD_SIZE", "one process is taken for all") or 1
    if rank is None or rank < 0:
        rank = int(os.environ.get("RANK", 0))
    name = str(backend).lower() if backend is not None else "undefined"
    _state.update(initialized=True, rank=rank, world_size=world_size, backend=name)
    if name != "fake":
        torch._C._assume(
            f"torch.distributed: rank {rank} of {world_size} runs alone; what its collectives receive is unknown, and what NCCL takes "
            "is not counted")


def destroy_process_group(group=None):
    if group is None or group is GroupMember.WORLD:
        _state.update(initialized=False, rank=0, world_size=1)


def _of(group):
    if not _state["initialized"]:
        raise ValueError(_NOT_INITIALIZED)
    return GroupMember.WORLD if group is None else group


def get_rank(group=None):
    group = _of(group)
    if group is GroupMember.NON_GROUP_MEMBER:
        return -1
    return group.rank()


def get_world_size(group=None):
    group = _of(group)
    if group is GroupMember.NON_GROUP_MEMBER:
        return -1
    return group.size()


def get_backend(group=None):
    return _of(group).name()


def get_backend_config(group=None):
    return _state["backend"]


def get_default_backend_for_device(device):
    return "nccl"


def get_node_local_rank(fallback_rank=None):
    value = os.environ.get("LOCAL_RANK")
    if value is None and fallback_rank is None:
        raise RuntimeError(
            "LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
            "assuming you are not running in a multi-device context and want the code to run locally instead.")
    return int(fallback_rank if value is None else value)


def get_global_rank(group, group_rank):
    return get_process_group_ranks(group)[group_rank]


def get_group_rank(group, global_rank):
    return get_process_group_ranks(group).index(global_rank)


def get_process_group_ranks(group=None):
    group = _of(group)
    return list(range(group.size())) if group._ranks is None else list(group._ranks)


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None, device_id=None):
    if ranks is None:
        return ProcessGroup(None, backend)
    if get_rank() not in ranks:
        return GroupMember.NON_GROUP_MEMBER
    return ProcessGroup(sorted(ranks), backend)


def new_subgroups(group_size=None, group=None, timeout=None, backend=None, pg_options=None, group_desc=None):
    size = group_size or int(os.environ.get("LOCAL_WORLD_SIZE", get_world_size()))
    return new_subgroups_by_enumeration([list(range(i, i + size)) for i in range(0, get_world_size(), size)], backend=backend)


def new_subgroups_by_enumeration(ranks_per_subgroup_list, timeout=None, backend=None, pg_options=None, group_desc=None):
    groups = [new_group(ranks, backend=backend) for ranks in ranks_per_subgroup_list]
    mine = [g for g in groups if g is not GroupMember.NON_GROUP_MEMBER]
    return (mine[0] if mine else None), groups


def split_group(parent_pg=None, split_ranks=None, *args, **kwargs):
    for ranks in split_ranks or ():
        if get_rank() in ranks:
            return new_group(ranks)
    return None


def _done(async_op):
    return Work() if async_op else None


def barrier(group=None, async_op=False, device_ids=None):
    return _done(async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    return None


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    return _done(async_op)


def all_reduce_coalesced(tensors, op=ReduceOp.SUM, group=None, async_op=False):
    return _done(async_op)


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    return _done(async_op)


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    return _done(async_op)


def _flat(tensors, group):
    """NCCL's collectives over lists go through one buffer."""
    if _of(group).name() == "fake" or not tensors or not tensors[0].is_cuda:
        return None
    return tensors[0].new_empty(len(tensors) * tensors[0].numel())


def all_gather(tensor_list, tensor, group=None, async_op=False):
    flat = _flat(tensor_list, group)
    with torch.no_grad():
        for output in tensor_list:
            output.copy_(tensor)
    del flat
    return _done(async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    return _done(async_op)


all_gather_single = _all_gather_base = all_gather_into_tensor


def all_gather_coalesced(output_tensor_lists, input_tensor_list, group=None, async_op=False):
    return _done(async_op)


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    with torch.no_grad():
        for output in gather_list or ():
            output.copy_(tensor)
    return _done(async_op)


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    if scatter_list:
        with torch.no_grad():
            tensor.copy_(scatter_list[get_rank(group)])
    return _done(async_op)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    flat = _flat(input_list, group)
    with torch.no_grad():
        output.copy_(input_list[get_rank(group)])
    del flat
    return _done(async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    return _done(async_op)


_reduce_scatter_base = reduce_scatter_tensor


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    with torch.no_grad():
        for output, input in zip(output_tensor_list, input_tensor_list):
            output.copy_(input)
    return _done(async_op)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    return _done(async_op)


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    return None


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    return 0


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    return Work()


irecv = isend


class P2POp:
    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        self.op, self.tensor = op, tensor


def batch_isend_irecv(p2p_op_list):
    return [Work() for _ in p2p_op_list]


def all_gather_object(object_list, obj, group=None):
    for i in range(len(object_list)):
        object_list[i] = obj


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    for i in range(len(object_gather_list or ())):
        object_gather_list[i] = obj


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    return None


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None, group_src=None):
    if scatter_object_input_list:
        scatter_object_output_list[0] = scatter_object_input_list[get_rank()]


def set_debug_level(level):
    return None


def get_debug_level():
    return DebugLevel.OFF


def set_debug_level_from_env():
    return None


class DebugLevel(Enum):
    OFF = 0
    INFO = 1
    DETAIL = 2


@contextlib.contextmanager
def _coalescing_manager(group=None, device=None, async_ops=False):
    yield


def _get_default_group():
    return group.WORLD


def supports_complex(reduceOp):
    return True


class GradBucket:
    """For annotations."""


class Reducer:
    """For annotations."""


class Logger:
    """For annotations."""


class AllreduceOptions:
    pass
