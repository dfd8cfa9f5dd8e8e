"""A part of asyncio."""

from asyncio import iscoroutine, iscoroutinefunction
