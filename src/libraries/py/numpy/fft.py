"""Fourier transforms: their shapes."""

from numpy._array import asarray, make
from numpy._types import dtype as _dtype


def fft(a, n=None, axis=-1, norm=None):
    a = asarray(a)
    shape = list(a.shape)
    if n is not None:
        shape[axis] = n
    return make(None, shape, _dtype('complex64' if a.dtype.name == 'float32' else 'complex128'))


ifft = fft


def rfft(a, n=None, axis=-1, norm=None):
    full = fft(a, n, axis)
    shape = list(full.shape)
    shape[axis] = shape[axis] // 2 + 1
    return make(None, shape, full.dtype)


def irfft(a, n=None, axis=-1, norm=None):
    a = asarray(a)
    shape = list(a.shape)
    shape[axis] = 2 * (shape[axis] - 1) if n is None else n
    return make(None, shape, _dtype('float64'))


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return fft(a)


ifft2 = fftn = ifftn = fft2


def fftshift(x, axes=None):
    return make(None, asarray(x).shape, asarray(x).dtype)


ifftshift = fftshift


def fftfreq(n, d=1.0):
    return make([(i if i < (n + 1) // 2 else i - n) / (n * d) for i in range(n)], (n,), _dtype('float64'))


def rfftfreq(n, d=1.0):
    return make([i / (n * d) for i in range(n // 2 + 1)], (n // 2 + 1,), _dtype('float64'))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
