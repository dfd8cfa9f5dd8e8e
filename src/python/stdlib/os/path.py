"""Paths of the system: those of POSIX."""

from posixpath import *
from posixpath import __all__, genericpath
