"""Assignments: how many pairs there are follows from the sizes of the costs, which ones from their values."""

import numpy as _np
from _host import is_unknown as _is_unknown
from numpy._array import make as _make

_INDEX = _np.dtype('int64')


def linear_sum_assignment(cost_matrix, maximize=False):
    cost = _np.asarray(cost_matrix)
    if _is_unknown(cost):
        return cost
    if cost.ndim != 2:
        raise ValueError(f'expected a matrix (2-D array), got a {cost.ndim} array')
    rows, columns = cost.shape
    pairs = (min(rows, columns),)
    # The rows come sorted: where there are no more of them than columns, they are all of them.
    return _np.arange(rows) if rows <= columns else _make(None, pairs, _INDEX), _make(None, pairs, _INDEX)


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
