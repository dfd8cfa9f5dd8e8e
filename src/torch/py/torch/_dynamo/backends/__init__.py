"""Backends: none compiles."""
