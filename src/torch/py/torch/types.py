"""Names for annotations."""

import builtins
from collections.abc import Sequence
from typing import Any, List, Optional, Tuple, Union

import torch
from torch import SymBool, SymFloat, SymInt, Tensor, device as _device, dtype as _dtype, layout as _layout, qscheme as _qscheme

_TensorOrTensors = Union[Tensor, Sequence[Tensor]]
_TensorOrTensorsOrGradEdge = Any
_bool = builtins.bool
_int = builtins.int
_float = builtins.float
_complex = builtins.complex
_size = Union[torch.Size, List[int], Tuple[int, ...]]
_symsize = _size
_dispatchkey = Any
Number = Union[int, float, bool]
_Number = (int, float, bool)
FileLike = Any
FILE_LIKE = Any
Device = Union[_device, str, int, None]
IntLikeType = Union[int, SymInt]
FloatLikeType = Union[float, SymFloat]
BoolLikeType = Union[bool, SymBool]
PySymType = Any
py_sym_types = (SymInt, SymFloat, SymBool)


class Storage:
    """For annotations."""
