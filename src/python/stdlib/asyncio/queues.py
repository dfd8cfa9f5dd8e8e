"""A part of asyncio."""

from asyncio import Queue, QueueEmpty, QueueFull
