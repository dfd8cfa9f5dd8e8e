"""Symbolic shapes are not used."""
