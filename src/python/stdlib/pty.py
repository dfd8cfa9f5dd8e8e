"""Pseudo-terminals: there are none."""


def openpty():
    raise OSError("out of pty devices")


fork = spawn = openpty
