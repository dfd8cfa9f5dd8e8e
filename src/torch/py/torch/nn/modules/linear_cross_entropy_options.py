"""Options of the fused linear cross entropy."""

import dataclasses


@dataclasses.dataclass
class LinearCrossEntropyOptions:
    batch_chunk_size: int = None
    acc_policy: str = None
    acc_dtype: object = None
    allow_retain_graph: bool = False
