"""Attention over sequences of different lengths: not modelled."""
