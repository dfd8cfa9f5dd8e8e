"""Elastic launching."""
