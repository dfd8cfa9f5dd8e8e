"""Linear algebra: shapes, and norms of what is known."""

import numpy as _np
from numpy._array import asarray, make
from numpy._types import dtype as _dtype

_FLOAT = _dtype('float64')


class LinAlgError(ValueError):
    pass


def _kind(a):
    return a.dtype if a.dtype.kind in 'fc' else _FLOAT


def norm(x, ord=None, axis=None, keepdims=False):
    x = asarray(x)
    if ord in (None, 2, 'fro'):
        return _np.sqrt((x * x).sum(axis, keepdims=keepdims))
    if ord == 1:
        return _np.abs(x).sum(axis, keepdims=keepdims)
    if ord == _np.inf:
        return _np.abs(x).max(axis, keepdims=keepdims)
    return (_np.abs(x) ** ord).sum(axis, keepdims=keepdims) ** (1.0 / ord)


def inv(a):
    a = asarray(a)
    return make(None, a.shape, _kind(a))


pinv = cholesky = inv


def det(a):
    a = asarray(a)
    return make(None, a.shape[:-2], _kind(a))[()] if a.ndim == 2 else make(None, a.shape[:-2], _kind(a))


def solve(a, b):
    return make(None, asarray(b).shape, _kind(asarray(a)))


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a = asarray(a)
    *batch, m, n = a.shape
    k = min(m, n)
    s = make(None, (*batch, k), _kind(a))
    if not compute_uv:
        return s
    return make(None, (*batch, m, m if full_matrices else k), _kind(a)), s, make(None, (*batch, n if full_matrices else k, n), _kind(a))


def eigh(a, UPLO='L'):
    a = asarray(a)
    return make(None, a.shape[:-1], _kind(a)), make(None, a.shape, _kind(a))


eig = eigh


def eigvalsh(a, UPLO='L'):
    return eigh(a)[0]


eigvals = eigvalsh


def qr(a, mode='reduced'):
    a = asarray(a)
    m, n = a.shape[-2:]
    k = min(m, n)
    return make(None, a.shape[:-2] + (m, k), _kind(a)), make(None, a.shape[:-2] + (k, n), _kind(a))


def matrix_power(a, n):
    return inv(a)


def matrix_rank(a, tol=None, hermitian=False):
    from _host import unknown
    return unknown('the rank of a matrix')


def lstsq(a, b, rcond=None):
    a, b = asarray(a), asarray(b)
    return make(None, a.shape[1:] + b.shape[1:], _FLOAT), make(None, (0,), _FLOAT), matrix_rank(a), make(None, (min(a.shape),), _FLOAT)


def multi_dot(arrays):
    result = arrays[0]
    for a in arrays[1:]:
        result = _np.dot(result, a)
    return result


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
