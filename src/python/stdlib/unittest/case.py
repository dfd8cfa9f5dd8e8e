"""Test cases; they live in unittest."""

from unittest import SkipTest, TestCase, expectedFailure, skip, skipIf, skipUnless
