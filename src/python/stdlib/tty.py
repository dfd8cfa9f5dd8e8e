"""Terminals: there is none."""


def setraw(fd, when=2):
    pass


setcbreak = setraw
