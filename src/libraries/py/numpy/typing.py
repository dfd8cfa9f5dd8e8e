"""Types for annotations."""

from typing import Any, Union

from numpy._array import ndarray
from numpy._types import dtype

ArrayLike = Any
DTypeLike = Any


class _NDArray:
    def __getitem__(self, item):
        return ndarray[Any, dtype]

    def __repr__(self):
        return 'numpy.typing.NDArray'


NDArray = _NDArray()


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
