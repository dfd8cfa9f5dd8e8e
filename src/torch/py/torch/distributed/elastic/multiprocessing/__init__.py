"""Elastic processes."""
