"""A module whose forward runs a graph."""

import torch
from torch import nn
from torch.fx.graph import Graph, PythonCode
from torch.fx.interpreter import Interpreter

_USER_PRESERVED_ATTRIBUTES_KEY = "_user_preserved_attributes"


def _copy_attr(from_module, to_module, target):
    """Copies a submodule, parameter or buffer with its dotted name."""
    *prefix, field = target.split(".")
    for item in prefix:
        f = getattr(from_module, item)
        t = getattr(to_module, item, None)
        if f is t:
            return
        if t is None:
            t = nn.Module()
            setattr(to_module, item, t)
        from_module, to_module = f, t
    orig = getattr(from_module, field)
    if isinstance(orig, torch.Tensor) and not isinstance(orig, nn.Parameter):
        to_module.register_buffer(field, orig)
    else:
        setattr(to_module, field, orig)


def _assign_attr(from_obj, to_module, target):
    *prefix, field = target.split(".")
    for item in prefix:
        t = getattr(to_module, item, None)
        if t is None:
            t = nn.Module()
            setattr(to_module, item, t)
        to_module = t
    if isinstance(from_obj, torch.Tensor) and not isinstance(from_obj, nn.Parameter):
        to_module.register_buffer(field, from_obj)
    else:
        setattr(to_module, field, from_obj)


class _CodeOnlyModule(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.__dict__ = body


class GraphModule(nn.Module):
    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self.__class__.__name__ = class_name
        if isinstance(root, nn.Module):
            if hasattr(root, "training"):
                self.training = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    _copy_attr(root, self, node.target)
        else:
            for target, value in sorted(root.items(), key=lambda item: item[0].count(".")):
                _assign_attr(value, self, target)
        self.graph = graph
        self._tracer_cls = graph._tracer_cls
        self._tracer_extras = {}
        self.meta = {}

    __jit_unused_properties__ = ["graph"]

    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        g.owning_module = self
        self._graph = g

    def __new__(cls, *args, **kwargs):
        """Each one has a class of its own, so that its name can be set."""
        kind = type(cls.__name__, (cls,), {}) if not cls.__dict__.get("_own_class") else cls
        kind._own_class = True
        return super().__new__(kind)

    def forward(self, *args, **kwargs):
        return Interpreter(self).run(*args, **kwargs)

    @property
    def code(self):
        return str(self._graph)

    def recompile(self):
        return PythonCode(str(self._graph))

    def add_submodule(self, target, m):
        _assign_attr(m, self, target)
        return True

    def delete_submodule(self, target):
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if not hasattr(parent, name):
            return False
        delattr(parent, name)
        return True

    def delete_all_unused_submodules(self):
        return None

    def print_readable(self, *args, **kwargs):
        text = str(self._graph)
        print(text)
        return text

    def to_folder(self, folder, module_name="FxModule"):
        return None

    def __str__(self):
        return super().__str__() + "\n" + str(self._graph)
