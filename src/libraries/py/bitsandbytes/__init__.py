"""bitsandbytes: its native library is ours, the rest is read where it is installed; where it isn't, its optimizers are ours too."""
import os
import sys
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
_initializers = [path for path in (folder + "/__init__.py" for folder in __path__[1:]) if os.path.isfile(path)]
_read = False
if _initializers:
    try:
        with open(_initializers[0]) as _file:
            exec(compile(_file.read(), _initializers[0], "exec"))
        _read = True
    except (ImportError, AttributeError) as _error:
        import torch

        torch._C._assume(f"bitsandbytes: its installed version could not be read ({_error}); of it, only the optimizers are known")
if _read:
    from . import _outliers  # noqa: F401
if not _read:
    from . import _optim as optim

    sys.modules[__name__ + ".optim"] = optim


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
