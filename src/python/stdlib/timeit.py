"""Timing of code, by the simulated clock."""

import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']
default_number = 1000000
default_timer = time.perf_counter


class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.stmt = stmt
        self.setup = setup
        self.timer = timer
        self.globals = globals

    def timeit(self, number=default_number):
        """Runs the statement a few times at most: the clock is simulated."""
        namespace = dict(self.globals or {})
        if callable(self.setup):
            self.setup()
        else:
            exec(self.setup, namespace)
        start = self.timer()
        for _ in range(min(number, 10)):
            if callable(self.stmt):
                self.stmt()
            else:
                exec(self.stmt, namespace)
        return self.timer() - start

    def repeat(self, repeat=5, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        return 1, self.timeit(1)


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=5, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
