"""Helpers of the back end."""
