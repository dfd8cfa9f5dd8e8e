"""Elements of XML."""
