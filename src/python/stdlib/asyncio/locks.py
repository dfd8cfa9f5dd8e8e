"""A part of asyncio."""

from asyncio import Lock, Event, Condition, Semaphore
