"""A part of asyncio."""

from asyncio import Future, isfuture
