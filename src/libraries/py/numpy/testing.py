"""Assertions about arrays."""

import numpy as _np
from _host import is_unknown as _is_unknown


def _check(ok, message):
    if not _is_unknown(ok) and not ok:
        raise AssertionError(message)


def assert_array_equal(actual, desired, err_msg='', verbose=True, *, strict=False):
    _check(_np.array_equal(actual, desired), err_msg or 'Arrays are not equal')


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True, *, strict=False):
    _check(_np.allclose(actual, desired, rtol, atol, equal_nan), err_msg or f'Not equal to tolerance rtol={rtol:g}, atol={atol:g}')


def assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True):
    _check(_np.allclose(actual, desired, 0, 1.5 * 10.0 ** -decimal), err_msg or f'Arrays are not almost equal to {decimal} decimals')


assert_array_almost_equal = assert_almost_equal


def assert_equal(actual, desired, err_msg='', verbose=True, *, strict=False):
    _check(_np.array_equal(actual, desired), err_msg or 'Items are not equal')


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
