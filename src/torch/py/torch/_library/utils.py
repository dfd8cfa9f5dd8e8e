"""Helpers of custom operators."""
