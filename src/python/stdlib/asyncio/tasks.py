"""A part of asyncio."""

from asyncio import Task, gather, create_task, ensure_future
