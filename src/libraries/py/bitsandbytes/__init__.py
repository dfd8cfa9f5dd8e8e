"""bitsandbytes: its native library is ours, the rest is read where it is installed; where it isn't, its optimizers are ours too."""
import os
import sys
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
_initializers = [path for path in (folder + "/__init__.py" for folder in __path__[1:]) if os.path.isfile(path)]
if _initializers:
    with open(_initializers[0]) as _file:
        exec(compile(_file.read(), _initializers[0], "exec"))
else:
    from . import _optim as optim

    sys.modules[__name__ + ".optim"] = optim


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
