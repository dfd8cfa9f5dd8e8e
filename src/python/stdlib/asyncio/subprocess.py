"""A part of asyncio."""

from asyncio import create_subprocess_exec, create_subprocess_shell
