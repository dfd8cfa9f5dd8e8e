"""`async with TaskGroup()`: its tasks are done when its body is left; one that fails cancels the others."""

from asyncio import events, exceptions, tasks

__all__ = ['TaskGroup']


class TaskGroup:
    def __init__(self):
        self._entered = False
        self._exiting = False
        self._aborting = False
        self._loop = None
        self._parent = None
        self._parent_cancelled = False
        self._tasks = set()
        self._errors = []
        self._base_error = None
        self._all_done = None

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has been already entered')
        self._entered = True
        self._loop = events.get_running_loop()
        self._parent = tasks.current_task(self._loop)
        if self._parent is None:
            raise RuntimeError(f'TaskGroup {self!r} cannot determine the parent task')
        return self

    async def __aexit__(self, exc_type, exc, tb):
        self._exiting = True
        if exc is not None and _is_base_error(exc) and self._base_error is None:
            self._base_error = exc
        cancelled = exc if exc_type is exceptions.CancelledError else None
        if self._parent_cancelled and self._parent.uncancel() == 0:
            cancelled = None
        if exc_type is not None and not self._aborting:
            self._abort()
        while self._tasks:
            if self._all_done is None:
                self._all_done = self._loop.create_future()
            try:
                await self._all_done
            except exceptions.CancelledError as error:
                if not self._aborting:
                    cancelled = error
                    self._abort()
            self._all_done = None
        if self._base_error is not None:
            raise self._base_error
        if cancelled is not None and not self._errors:
            raise cancelled
        if exc_type is not None and exc_type is not exceptions.CancelledError:
            self._errors.append(exc)
        if self._errors:
            try:
                raise BaseExceptionGroup('unhandled errors in a TaskGroup', self._errors) from None
            finally:
                self._errors = None

    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has not been entered')
        if self._exiting and not self._tasks:
            raise RuntimeError(f'TaskGroup {self!r} is finished')
        if self._aborting:
            raise RuntimeError(f'TaskGroup {self!r} is shutting down')
        task = self._loop.create_task(coro, name=name, context=context)
        if task.done():
            self._task_is_done(task)
        else:
            self._tasks.add(task)
            task.add_done_callback(self._task_is_done)
        return task

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _task_is_done(self, task):
        self._tasks.discard(task)
        if self._all_done is not None and not self._tasks and not self._all_done.done():
            self._all_done.set_result(True)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        self._errors.append(error)
        if _is_base_error(error) and self._base_error is None:
            self._base_error = error
        if self._parent.done():
            self._loop.call_exception_handler({
                'message': f'Task {task!r} has errored out but its parent task {self._parent} is already completed',
                'exception': error, 'task': task})
            return
        if not self._aborting and not self._parent_cancelled:
            self._abort()
            self._parent_cancelled = True
            self._parent.cancel()


def _is_base_error(error):
    return isinstance(error, (SystemExit, KeyboardInterrupt))
