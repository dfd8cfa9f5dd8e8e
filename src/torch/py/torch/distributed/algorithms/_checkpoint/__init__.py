"""Checkpoint wrappers."""
