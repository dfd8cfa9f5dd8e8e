"""Mobile models: not read."""
