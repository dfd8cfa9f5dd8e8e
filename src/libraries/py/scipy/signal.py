"""Filters along an axis."""

import numpy as _np
from numpy._array import make as _make


def lfilter(b, a, x, axis=-1, zi=None):
    x = _np.asarray(x)
    kind = _np.result_type(_np.asarray(b), _np.asarray(a), x)
    result = _make(None, x.shape, kind if kind.kind in 'fc' else _np.dtype('float64'))
    return result if zi is None else (result, _make(None, _np.asarray(zi).shape, result.dtype))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
