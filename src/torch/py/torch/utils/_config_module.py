"""Configuration as module attributes."""

import contextlib
import sys


def Config(default=None, **kwargs):
    return default


def install_config_module(module):
    @contextlib.contextmanager
    def patch(*args, **kwargs):
        changes = dict(args[0]) if args and isinstance(args[0], dict) else ({args[0]: args[1]} if args else {})
        changes.update(kwargs)
        saved = {name: getattr(module, name, None) for name in changes}
        for name, value in changes.items():
            setattr(module, name, value)
        try:
            yield
        finally:
            for name, value in saved.items():
                setattr(module, name, value)

    module.patch = patch
