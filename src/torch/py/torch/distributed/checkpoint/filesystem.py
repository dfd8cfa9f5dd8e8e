"""Parts of distributed checkpoints."""

from torch.distributed.checkpoint import FileSystemReader, FileSystemWriter  # noqa: F401
