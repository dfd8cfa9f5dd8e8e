"""Shapes of operators are native here."""
