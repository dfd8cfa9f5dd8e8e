"""A part of multiprocessing."""

from multiprocessing import BaseContext, get_context, Process, TimeoutError
