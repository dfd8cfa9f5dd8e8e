"""The registry of backends."""

from torch._dynamo import list_backends, register_backend  # noqa: F401
