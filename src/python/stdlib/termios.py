"""Terminals: there is none."""

TCSANOW, TCSADRAIN, TCSAFLUSH, ECHO, ICANON, TIOCGWINSZ, VMIN, VTIME = 0, 1, 2, 8, 2, 21523, 6, 5
error = OSError


def tcgetattr(fd):
    raise OSError(25, 'Inappropriate ioctl for device')


def tcsetattr(fd, when, attributes):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
