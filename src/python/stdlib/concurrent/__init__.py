"""Concurrent execution."""
