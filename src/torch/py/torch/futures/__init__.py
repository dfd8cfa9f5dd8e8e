"""Futures: complete at once."""

import torch


class Future:
    def __init__(self, *, devices=None):
        self._value = None
        self._done = False

    def done(self):
        return self._done

    def wait(self):
        return self._value

    def value(self):
        return self._value

    def then(self, callback):
        result = Future()
        result.set_result(callback(self))
        return result

    def add_done_callback(self, callback):
        callback(self)

    def set_result(self, result):
        self._value = result
        self._done = True


def collect_all(futures):
    result = Future()
    result.set_result(list(futures))
    return result


def wait_all(futures):
    return [future.wait() for future in futures]
