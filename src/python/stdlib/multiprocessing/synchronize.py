"""A part of multiprocessing."""

from multiprocessing import Lock, RLock, Event, Semaphore, Condition, Barrier
