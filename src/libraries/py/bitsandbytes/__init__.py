"""bitsandbytes' optimizers: what they keep on the device. Its quantized layers are not here."""
from . import optim  # noqa: F401


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
