"""Options of serialization."""
