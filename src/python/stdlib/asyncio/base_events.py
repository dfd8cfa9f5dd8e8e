"""A part of asyncio."""

from asyncio import BaseEventLoop
