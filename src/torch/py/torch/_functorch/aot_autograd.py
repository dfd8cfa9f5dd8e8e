"""Ahead-of-time autograd: nothing is traced."""


def aot_module_simplified(mod, args, *rest, **kwargs):
    return mod
