"""A package with everything that packages do."""
from . import base
from .base import Shape, registry
from .round import *
from .flat.square import Square as _Square

__version__ = '1.2.3'
__all__ = ['Shape', 'Circle', 'base', 'corner']
print('init', __name__, __package__, __path__ is not None)


def corner():
    return 'corner of ' + __name__
