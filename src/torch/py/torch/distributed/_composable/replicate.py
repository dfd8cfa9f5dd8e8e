"""Replication: the module stays."""


def replicate(module, *args, **kwargs):
    return module
