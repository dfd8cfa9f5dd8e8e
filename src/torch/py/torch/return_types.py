"""The named tuples that operators return."""

from collections import namedtuple


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    fields = {"svd": ("U", "S", "V"), "qr": ("Q", "R"), "slogdet": ("sign", "logabsdet")}.get(name, ("values", "indices"))
    value = namedtuple(name, fields)
    value.__module__ = "torch.return_types"
    globals()[name] = value
    return value
