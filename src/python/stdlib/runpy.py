"""Modules run as programs."""

import sys


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    from importlib import import_module
    return vars(import_module(mod_name))


def run_path(path_name, init_globals=None, run_name=None):
    with open(path_name) as f:
        code = compile(f.read(), path_name, 'exec')
    namespace = {'__name__': run_name or '<run_path>', '__file__': path_name, **(init_globals or {})}
    exec(code, namespace)
    return namespace
