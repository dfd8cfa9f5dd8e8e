"""Counters of events: none."""


class Stat:
    pass
