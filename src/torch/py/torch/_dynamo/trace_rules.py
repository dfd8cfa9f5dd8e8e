"""Nothing is traced."""
