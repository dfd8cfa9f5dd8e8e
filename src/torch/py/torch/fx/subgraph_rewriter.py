"""Replacing patterns: nothing matches."""


def replace_pattern(gm, pattern, replacement):
    return []


def replace_pattern_with_filters(gm, pattern, replacement, match_filters=None, ignore_literals=False):
    return []
