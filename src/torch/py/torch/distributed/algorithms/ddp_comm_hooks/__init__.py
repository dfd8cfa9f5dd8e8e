"""Hooks on gradient buckets."""
