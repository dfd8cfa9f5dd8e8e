"""A part of multiprocessing."""

from multiprocessing import Queue, JoinableQueue, SimpleQueue, Empty, Full
