"""A graph: nodes in the order in which they run."""

import contextlib
import copy

import torch
from torch.fx.node import Node, map_arg


class CodeGen:
    """Code is not generated: graphs are run node by node."""


class PythonCode:
    def __init__(self, src="", globals=None):
        self.src = src
        self.globals = globals or {}


class _Namespace:
    def __init__(self):
        self._used = {}

    def create_name(self, candidate, obj=None):
        candidate = "".join(c if c.isalnum() or c == "_" else "_" for c in candidate)
        if not candidate or candidate[0].isdigit():
            candidate = "_" + candidate
        if candidate not in self._used:
            self._used[candidate] = 0
            return candidate
        while True:
            self._used[candidate] += 1
            name = f"{candidate}_{self._used[candidate]}"
            if name not in self._used:
                self._used[name] = 0
                return name


def _snake_case(s):
    result = []
    for i, c in enumerate(s):
        if c.isupper():
            if i and not s[i - 1].isupper() and s[i - 1] != "_":
                result.append("_")
            result.append(c.lower())
        else:
            result.append(c)
    return "".join(result)


class Graph:
    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._nodes = []
        self._graph_namespace = _Namespace()
        self._insert_point = None
        self._owning_module = owning_module
        self._tracer_cls = tracer_cls
        self._codegen = CodeGen()

    @property
    def owning_module(self):
        return self._owning_module

    @owning_module.setter
    def owning_module(self, mod):
        self._owning_module = mod

    @property
    def nodes(self):
        return _NodeList(self._nodes)

    def output_node(self):
        return next(node for node in reversed(self._nodes) if node.op == "output")

    def find_nodes(self, *, op, target=None, sort=True):
        return [node for node in self._nodes if node.op == op and (target is None or node.target == target)]

    def _target_to_str(self, target):
        name = target if isinstance(target, str) else getattr(target, "__name__", str(target))
        return _snake_case(name.split(".")[-1] if not isinstance(target, str) else name.replace(".", "_").strip("_"))

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        candidate = name if name is not None else self._target_to_str(target)
        node = Node(self, self._graph_namespace.create_name(candidate), op, target, () if args is None else args,
                    {} if kwargs is None else kwargs, type_expr)
        if self._insert_point is None:
            self._nodes.append(node)
        else:
            self._nodes.insert(self._insert_point(), node)
        return node

    def erase_node(self, to_erase):
        if len(to_erase.users) > 0:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!")
        to_erase._forget_uses()
        self._nodes.remove(to_erase)
        to_erase._erased = True

    @contextlib.contextmanager
    def _inserting(self, position):
        saved = self._insert_point
        self._insert_point = position
        try:
            yield
        finally:
            self._insert_point = saved

    def inserting_before(self, n=None):
        return self._inserting(lambda: self._nodes.index(n) if n is not None else 0)

    def inserting_after(self, n=None):
        count = [0]

        def position():
            count[0] += 1
            return (self._nodes.index(n) if n is not None else -1) + count[0]

        return self._inserting(position)

    def placeholder(self, name, type_expr=None, default_value=None):
        return self.create_node("placeholder", name, () if default_value is None else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        return self.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def node_copy(self, node, arg_transform=lambda x: x):
        args = map_arg(node.args, arg_transform)
        kwargs = map_arg(node.kwargs, arg_transform)
        result = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        result.meta = copy.copy(node.meta)
        return result

    def graph_copy(self, g, val_map, return_output_node=False):
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda n: val_map[n])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda n: val_map[n])
        return None

    def lint(self):
        return None

    def eliminate_dead_code(self, is_impure_node=None):
        changed = False
        for node in reversed(list(self._nodes)):
            if not node.is_impure() and len(node.users) == 0:
                self.erase_node(node)
                changed = True
        return changed

    def python_code(self, root_module, **kwargs):
        return PythonCode(str(self))

    def process_inputs(self, *args):
        return args

    def process_outputs(self, out):
        return out

    def set_codegen(self, codegen):
        self._codegen = codegen

    def print_tabular(self):
        print(self)

    def __deepcopy__(self, memo=None):
        g = Graph(tracer_cls=self._tracer_cls)
        output = g.graph_copy(self, val_map={}, return_output_node=True)
        if output is not None:
            g.output(output[0])
        return g

    def __str__(self):
        return "graph():\n    " + "\n    ".join(node.format_node() for node in self._nodes)


class _NodeList(list):
    """The nodes as they were when asked for, so that erasing while iterating is safe."""
