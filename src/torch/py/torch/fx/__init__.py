"""Tracing a module into a graph, and running that graph."""

from torch.fx import node, proxy
from torch.fx.graph import CodeGen, Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.proxy import Attribute, ParameterProxy, Proxy
from torch.fx._symbolic_trace import PH, ProxyableClassMeta, Tracer, symbolic_trace, wrap
from torch.fx.interpreter import Interpreter, Transformer


def __getattr__(name):
    import importlib

    if name in ("graph", "graph_module", "interpreter", "_symbolic_trace", "traceback", "experimental", "passes", "operator_schemas",
                "subgraph_rewriter", "immutable_collections", "_compatibility", "config", "_pytree"):
        return importlib.import_module("torch.fx." + name)
    if name in ("replace_pattern",):
        from torch.fx.subgraph_rewriter import replace_pattern

        return replace_pattern
    raise AttributeError(f"module 'torch.fx' has no attribute '{name}'")
