"""`vmap` under its inner name."""

from torch._vmap_internals import vmap  # noqa: F401
