"""What functools has in C."""

from functools import cmp_to_key, partial, reduce
from _functools_native import _lru_cache_wrapper
