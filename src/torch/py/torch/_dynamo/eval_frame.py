"""The frame evaluator's names."""

from torch._dynamo import OptimizedModule, disable  # noqa: F401


class DisableContext:
    pass
