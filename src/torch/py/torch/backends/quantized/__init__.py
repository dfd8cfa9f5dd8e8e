"""Engines of quantised operators."""

engine = "x86"
supported_engines = ["none", "onednn", "x86", "fbgemm"]
