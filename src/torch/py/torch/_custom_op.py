"""Nothing of the oldest custom operators is left."""
