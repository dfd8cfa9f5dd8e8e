"""XNNPACK: not there."""

enabled = False
