"""Tasks that take turns: the loop runs whatever is ready, in CPython's order."""

from asyncio.exceptions import *
from asyncio.events import *
from asyncio.coroutines import *
from asyncio.futures import *
from asyncio.tasks import *
from asyncio.base_events import *
from asyncio.locks import *
from asyncio.queues import *
from asyncio.taskgroups import *
from asyncio.timeouts import *
from asyncio.runners import *
from asyncio.events import _get_running_loop, _set_running_loop
from asyncio.exceptions import TimeoutError


async def to_thread(func, /, *args, **kwargs):
    import contextvars
    return contextvars.copy_context().run(func, *args, **kwargs)


async def open_connection(*args, **kwargs):
    raise OSError('the network is not reached from here')


start_server = create_subprocess_exec = create_subprocess_shell = open_connection


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
