"""A part of multiprocessing."""

from multiprocessing import Value, Array, RawValue, RawArray
