"""The abstract base classes of resources."""

from importlib.abc import Traversable, TraversableResources
