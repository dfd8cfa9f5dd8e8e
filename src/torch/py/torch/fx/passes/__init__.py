"""Passes over graphs: none is modelled."""
