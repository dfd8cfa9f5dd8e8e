"""Algorithms over processes."""
