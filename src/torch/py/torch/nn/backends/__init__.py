"""Old names of quantisation."""
