"""Marks for the compiler."""

from torch._dynamo import (  # noqa: F401
    allow_in_graph, disable, graph_break, mark_dynamic, mark_static, mark_static_address, maybe_mark_dynamic, nonstrict_trace,
)
