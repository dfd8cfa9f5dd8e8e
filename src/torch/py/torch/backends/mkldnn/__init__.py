"""oneDNN's switches."""

import sys

from torch.backends import _flag, _install, _temporarily


def is_available():
    return True


def is_acl_available():
    return False


def flags(enabled=False, deterministic=False, allow_tf32=True, fp32_precision="none"):
    return _temporarily(sys.modules[__name__], enabled=enabled)


def set_flags(_enabled=None, _deterministic=None, _allow_tf32=None, _fp32_precision="none"):
    module = sys.modules[__name__]
    saved = (module.enabled, module.deterministic, module.allow_tf32)
    if _enabled is not None:
        module.enabled = _enabled
    return saved


_install(__name__, {
    "enabled": _flag("_get_mkldnn_enabled", "_set_mkldnn_enabled", True),
    "deterministic": _flag(None, None, False),
    "allow_tf32": _flag(None, None, True),
})
