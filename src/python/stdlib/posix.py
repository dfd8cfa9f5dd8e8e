"""The system's calls; they live in os."""

from os import *
from os import _exit, environ, stat_result
