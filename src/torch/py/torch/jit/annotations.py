"""Types for scripted code."""

from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: F401

from torch._jit_internal import (  # noqa: F401
    BroadcastingList1, BroadcastingList2, BroadcastingList3, BroadcastingList4, BroadcastingList5, BroadcastingList6,
)
