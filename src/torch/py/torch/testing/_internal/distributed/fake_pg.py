"""The process group that does nothing: one rank of many, without the others."""

from torch.distributed import Store


class FakeStore(Store):
    """A store that holds nothing."""
