"""Limits and use of resources: not modelled."""

from _host import unknown as _unknown

RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS = range(10)
RLIM_INFINITY = -1
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
error = OSError


class struct_rusage:
    ru_utime = ru_stime = 0.0

    def __getattr__(self, name):
        return _unknown('the resources that CPython would use')


def getrusage(who):
    return struct_rusage()


def getrlimit(resource):
    return (1024, 1048576) if resource == RLIMIT_NOFILE else (RLIM_INFINITY, RLIM_INFINITY)


def setrlimit(resource, limits):
    pass


def getpagesize():
    return 4096


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
