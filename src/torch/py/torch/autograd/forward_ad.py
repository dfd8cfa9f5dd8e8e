"""Forward-mode differentiation: not modelled beyond its names."""

import contextlib
from typing import NamedTuple

import torch


class UnpackedDualTensor(NamedTuple):
    primal: object
    tangent: object


def enter_dual_level():
    return 0


def exit_dual_level(*, level=None):
    return None


def make_dual(tensor, tangent, *, level=None):
    torch._C._assume("forward-mode differentiation: tangents are not followed")
    return tensor


def unpack_dual(tensor, *, level=None):
    return UnpackedDualTensor(tensor, None)


@contextlib.contextmanager
def dual_level():
    yield 0


@contextlib.contextmanager
def _set_fwd_grad_enabled(mode):
    yield
