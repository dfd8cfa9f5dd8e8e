"""Waiting for sockets: there are none."""

POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
EPOLLIN, EPOLLOUT = 1, 4
error = OSError


def select(rlist, wlist, xlist, timeout=None):
    return [], [], []


class poll:
    def register(self, fd, eventmask=0):
        pass

    modify = unregister = register

    def poll(self, timeout=None):
        return []


epoll = poll


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
