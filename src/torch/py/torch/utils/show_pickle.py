"""Pickles are not read here."""
