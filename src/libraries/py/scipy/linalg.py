"""Decompositions: NumPy has the sizes of their results."""

import numpy as _np
from numpy._array import make as _make
from numpy.linalg import inv, svd, det, solve, norm  # noqa: F401


def sqrtm(A, disp=None, blocksize=None):
    A = _np.asarray(A)
    root = _make(None, A.shape, A.dtype if A.dtype.kind in 'fc' else _np.dtype('float64'))
    return root if disp is None or disp else (root, _make(None, (), root.dtype)[()])


def dft(n, scale=None):
    return _make(None, (n, n), _np.dtype('complex128'))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
