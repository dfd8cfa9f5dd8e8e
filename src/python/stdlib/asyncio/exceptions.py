"""A part of asyncio."""

from asyncio import CancelledError, TimeoutError, InvalidStateError, IncompleteReadError
