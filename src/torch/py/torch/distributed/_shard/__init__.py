"""Sharded tensors: not modelled."""
