"""Tracing at the level of operators: not modelled."""


def make_fx(f, *args, **kwargs):
    return f


def get_proxy_mode():
    return None


def maybe_disable_fake_tensor_mode():
    import contextlib

    return contextlib.nullcontext()


class PreDispatchTorchFunctionMode:
    pass


class ProxyTorchDispatchMode:
    pass
