"""Profiles: none is taken."""

from cProfile import Profile, run, runctx
