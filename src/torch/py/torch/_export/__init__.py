"""Inner names of export."""
