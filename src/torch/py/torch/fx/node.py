"""Nodes of a graph."""

import builtins
from typing import Any

import torch

BaseArgumentTypes = Any
Target = Any
Argument = Any
base_types = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout)

_side_effectful_functions = set()


def has_side_effect(fn):
    _side_effectful_functions.add(fn)
    return fn


def map_aggregate(a, fn):
    """`fn` on every leaf of nested tuples, lists, dicts and slices."""
    if isinstance(a, tuple):
        mapped = tuple(map_aggregate(item, fn) for item in a)
        return type(a)(*mapped) if hasattr(a, "_fields") else mapped
    if isinstance(a, list):
        return [map_aggregate(item, fn) for item in a]
    if isinstance(a, dict):
        return {key: map_aggregate(value, fn) for key, value in a.items()}
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def _get_qualified_name(func):
    name = getattr(func, "__name__", str(func))
    if getattr(builtins, name, None) is func:
        return name
    module = getattr(func, "__module__", None) or "torch"
    return f"{module}.{name}".replace("_operator", "operator")


class Node:
    """One step: a placeholder, a call, an attribute, or the output."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        self.graph = graph
        self.name = name
        self.op = op
        self.target = target
        self.args = args
        self.kwargs = kwargs
        self.type = return_type
        self.users = {}
        self.meta = {}
        self._erased = False
        self._register_uses()

    @property
    def all_input_nodes(self):
        inputs = {}
        map_arg((self.args, self.kwargs), lambda n: inputs.setdefault(n))
        return list(inputs)

    def _register_uses(self):
        for used in self.all_input_nodes:
            used.users[self] = None

    def _forget_uses(self):
        for used in self.all_input_nodes:
            used.users.pop(self, None)

    def __setattr__(self, name, value):
        if name in ("args", "kwargs") and name in self.__dict__ and "users" in self.__dict__:
            self._forget_uses()
            object.__setattr__(self, name, value)
            self._register_uses()
        else:
            object.__setattr__(self, name, value)

    @property
    def next(self):
        nodes = self.graph._nodes
        return nodes[nodes.index(self) + 1]

    @property
    def prev(self):
        nodes = self.graph._nodes
        return nodes[nodes.index(self) - 1]

    def prepend(self, x):
        nodes = self.graph._nodes
        if x in nodes:
            nodes.remove(x)
        nodes.insert(nodes.index(self), x)

    def append(self, x):
        nodes = self.graph._nodes
        if x in nodes:
            nodes.remove(x)
        nodes.insert(nodes.index(self) + 1, x)

    def update_arg(self, idx, arg):
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        def swap(n):
            return new_input if n is old_input else n

        self.args, self.kwargs = map_arg(self.args, swap), map_arg(self.kwargs, swap)

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True, *, propagate_meta=False):
        users = [user for user in self.users if delete_user_cb(user)]
        for user in users:
            user.replace_input_with(self, replace_with)
        return users

    def is_impure(self, impure_random=True):
        return self.op in ("placeholder", "output") or (self.op == "call_function" and self.target in _side_effectful_functions)

    def format_node(self, placeholder_names=None, maybe_return_typename=None):
        if self.op == "output":
            return f"return {self.args[0]}"
        target = self.target if isinstance(self.target, str) else _get_qualified_name(self.target)
        return f"%{self.name} : [num_users={len(self.users)}] = {self.op}[target={target}](args = {self.args}, kwargs = {self.kwargs})"

    def __repr__(self):
        return self.name
