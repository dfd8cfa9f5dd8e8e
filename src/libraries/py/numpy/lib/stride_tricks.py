"""Views with other strides."""

from numpy._array import _view, asarray, broadcast_shapes, broadcast_to


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    x = asarray(x)
    size = x.dtype.itemsize
    return _view(x, x.shape if shape is None else shape, x._strides if strides is None else [s // size for s in strides], x._offset)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = asarray(x)
    window = tuple(window_shape) if isinstance(window_shape, (tuple, list)) else (window_shape,)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    shape = list(x.shape)
    strides = list(x._strides)
    for a, w in zip(axes, window):
        shape[a] -= w - 1
        strides.append(strides[a])
    return _view(x, shape + list(window), strides, x._offset)
