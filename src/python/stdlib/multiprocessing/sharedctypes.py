"""A part of multiprocessing."""

from multiprocessing import Value, Array, RawValue, RawArray
from multiprocessing import (_Synchronized as SynchronizedBase, _SynchronizedArray as SynchronizedArray,
                             _SynchronizedValue as Synchronized)
