"""SciPy as far as training scripts call it: the sizes of results, and no values. What is not here is unknown where it is used."""

import sys as _sys
from types import ModuleType as _Module

try:
    from importlib.metadata import version as _version
    __version__ = _version('scipy')
except Exception:
    __version__ = '1.17.1'

_HERE = ('linalg', 'optimize', 'signal')
_ELSEWHERE = ('constants', 'fft', 'integrate', 'interpolate', 'io', 'io.wavfile', 'ndimage', 'sparse', 'sparse.csgraph', 'sparse.linalg',
              'spatial', 'spatial.distance', 'spatial.transform', 'special', 'stats')


def _without_members(name):
    from _host import missing_name
    module = _Module(name)
    module.__getattr__ = lambda member: missing_name(name, member)
    return module


for _name in _ELSEWHERE:
    _module = _sys.modules[f'scipy.{_name}'] = _without_members(f'scipy.{_name}')
    _parent, _, _last = _name.rpartition('.')
    if _parent:
        setattr(_sys.modules[f'scipy.{_parent}'], _last, _module)
    else:
        globals()[_last] = _module


def __getattr__(name):
    if name in _HERE:
        from importlib import import_module
        return import_module(f'scipy.{name}')
    from _host import missing_name
    return missing_name(__name__, name)
