"""Helpers."""


def _sync_params_and_buffers(*args, **kwargs):
    return None
