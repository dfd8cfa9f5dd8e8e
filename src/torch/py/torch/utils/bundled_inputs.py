"""Bundled inputs: not modelled."""
