"""What `fully_shard` is told of precision and of where shards live."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MixedPrecisionPolicy:
    param_dtype: object = None
    reduce_dtype: object = None
    output_dtype: object = None
    cast_forward_inputs: bool = True


@dataclass
class OffloadPolicy:
    pass


@dataclass
class CPUOffloadPolicy(OffloadPolicy):
    pin_memory: bool = True


@dataclass(frozen=True)
class DataParallelMeshDims:
    shard: object = None
    replicate: object = None
