"""Which modules are wrapped."""


def size_based_auto_wrap_policy(module, recurse, nonwrapped_numel, *args, **kwargs):
    return False


def transformer_auto_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls):
    return recurse or isinstance(module, tuple(transformer_layer_cls))


def lambda_auto_wrap_policy(module, recurse, nonwrapped_numel, lambda_fn):
    return recurse or lambda_fn(module)


def _or_policy(module, recurse, nonwrapped_numel, policies):
    return any(policy(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel) for policy in policies)


class ModuleWrapPolicy:
    def __init__(self, module_classes):
        self._module_classes = set(module_classes)


class CustomPolicy:
    def __init__(self, lambda_fn):
        self._lambda_fn = lambda_fn


def always_wrap_policy(*args, **kwargs):
    return True


def enable_wrap(*, wrapper_cls, **wrapper_kwargs):
    import contextlib

    return contextlib.nullcontext()


def wrap(module, **wrap_overrides):
    return module
