"""Events in order of time, by the simulated clock."""

import heapq
import time

__all__ = ['scheduler']


class scheduler:
    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self._queue = []
        self.timefunc = timefunc
        self.delayfunc = delayfunc
        self._count = 0

    def enterabs(self, time, priority, action, argument=(), kwargs={}):
        self._count += 1
        event = (time, priority, self._count, action, argument, kwargs)
        heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs={}):
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        self._queue.remove(event)

    def empty(self):
        return not self._queue

    def run(self, blocking=True):
        while self._queue:
            time, priority, count, action, argument, kwargs = heapq.heappop(self._queue)
            now = self.timefunc()
            if time > now:
                self.delayfunc(time - now)
            action(*argument, **kwargs)
