"""Experiments."""

import contextlib


@contextlib.contextmanager
def context_parallel(mesh, *, buffers=None, buffer_seq_dims=None, no_restore_buffers=None):
    yield


@contextlib.contextmanager
def implicit_replication():
    yield


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
