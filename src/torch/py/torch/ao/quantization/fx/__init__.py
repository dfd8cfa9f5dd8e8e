"""Inner names of graph quantisation."""
