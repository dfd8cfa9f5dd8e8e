"""Running a graph node by node; a value is dropped after its last use, as generated code does."""

import torch
from torch.fx.node import map_arg


class Interpreter:
    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module = module
        self.graph = graph if graph is not None else module.graph
        self.env = {}
        self.garbage_collect_values = garbage_collect_values
        self.user_to_last_uses = {}
        if garbage_collect_values:
            seen = set()
            for node in reversed(self.graph.nodes):
                for used in node.all_input_nodes:
                    if used not in seen:
                        seen.add(used)
                        self.user_to_last_uses.setdefault(node, []).append(used)

    def run(self, *args, initial_env=None, enable_io_processing=True, **kwargs):
        self.env = dict(initial_env or {})
        self.args_iter = iter(args)
        self.kwargs = kwargs
        for node in self.graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            if self.garbage_collect_values:
                for used in self.user_to_last_uses.get(node, ()):
                    del self.env[used]
            if node.op == "output":
                return self.env[node]
        return None

    def run_node(self, n):
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def fetch_args_kwargs_from_env(self, n):
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        return map_arg(args, lambda node: self.env[node])

    def placeholder(self, target, args, kwargs):
        name = target.lstrip("*")
        if target.startswith("*") and not target.startswith("**"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if name in self.kwargs:
                return self.kwargs[name]
            if len(args) > 0:
                return args[0]
            raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!") from None

    def fetch_attr(self, target):
        value = self.module
        for item in target.split("."):
            value = getattr(value, item)
        return value

    def get_attr(self, target, args, kwargs):
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        obj, *rest = args
        return getattr(obj, target)(*rest, **kwargs)

    def call_module(self, target, args, kwargs):
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        return args[0]


class Transformer(Interpreter):
    """Makes a new graph by running an old one on proxies."""

    def __init__(self, module):
        super().__init__(module, garbage_collect_values=False)
        from torch.fx.graph import Graph
        from torch.fx.proxy import GraphAppendingTracer

        self.new_graph = Graph()
        self.tracer = GraphAppendingTracer(self.new_graph)

    def placeholder(self, target, args, kwargs):
        from torch.fx.proxy import Proxy

        return Proxy(self.new_graph.placeholder(target), self.tracer)

    def get_attr(self, target, args, kwargs):
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        from torch.fx.graph_module import GraphModule
        from torch.fx.proxy import Proxy

        result = super().run()
        if result is not None:
            self.new_graph.output(map_arg(result, lambda n: n) if not isinstance(result, Proxy) else result.node)
        return GraphModule(self.module, self.new_graph)
