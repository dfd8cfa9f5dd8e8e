"""Inner names."""
