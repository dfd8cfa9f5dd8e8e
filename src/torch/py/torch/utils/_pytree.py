"""Trees of containers: flattening to leaves and back, mapping over leaves."""

import dataclasses
import importlib
import warnings
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass
from typing import Any, NamedTuple

PyTree = Any
Context = Any
FlattenFunc = Any
UnflattenFunc = Any
DumpableContext = Any
ToDumpableContextFn = Any
FromDumpableContextFn = Any
ToStrFunc = Any
MaybeFromStrFunc = Any
FlattenWithKeysFunc = Any
KeyPath = tuple

BUILTIN_TYPES = frozenset((tuple, list, dict, set, namedtuple, OrderedDict, defaultdict, deque))


class KeyEntry:
    """A step of the way from the root to a leaf."""


@dataclass(frozen=True)
class SequenceKey:
    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence):
        return sequence[self.idx]


@dataclass(frozen=True)
class MappingKey:
    key: Any

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping):
        return mapping[self.key]


@dataclass(frozen=True)
class GetAttrKey:
    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, obj):
        return getattr(obj, self.name)


class NodeDef(NamedTuple):
    type: Any
    flatten_fn: Any
    unflatten_fn: Any
    flatten_with_keys_fn: Any = None


SUPPORTED_NODES = {}
SUPPORTED_SERIALIZED_TYPES = {}
SERIALIZED_TYPE_TO_PYTHON_TYPE = {}
CONSTANT_NODES = set()


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None,
                         flatten_with_keys_fn=None):
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


def _register_pytree_node(cls, flatten_fn, unflatten_fn, to_str_fn=None, maybe_from_str_fn=None, *, serialized_type_name=None,
                          to_dumpable_context=None, from_dumpable_context=None, flatten_with_keys_fn=None):
    warnings.warn("`torch.utils._pytree._register_pytree_node` is deprecated. Please use `torch.utils._pytree.register_pytree_node` instead.",
                  FutureWarning, stacklevel=2)
    SUPPORTED_NODES.setdefault(cls, NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn))


_private_register_pytree_node = _register_pytree_node


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    names = list(field_names) if field_names is not None else [f.name for f in dataclasses.fields(cls)]
    names = [name for name in names if name not in (drop_field_names or ())]

    def flatten(obj):
        return [getattr(obj, name) for name in names], tuple(names)

    def unflatten(values, context):
        return cls(**dict(zip(context, values)))

    def flatten_with_keys(obj):
        return [(GetAttrKey(name), getattr(obj, name)) for name in names], tuple(names)

    register_pytree_node(cls, flatten, unflatten, flatten_with_keys_fn=flatten_with_keys)


def register_constant(cls):
    CONSTANT_NODES.add(cls)
    register_pytree_node(cls, lambda obj: ([], obj), lambda values, context: context, flatten_with_keys_fn=lambda obj: ([], obj))


def is_constant_class(cls):
    return cls in CONSTANT_NODES


def _deregister_pytree_node(cls):
    SUPPORTED_NODES.pop(cls, None)


def is_namedtuple_class(cls):
    if not isinstance(cls, type) or not issubclass(cls, tuple):
        return False
    return isinstance(getattr(cls, "_fields", None), tuple)


def is_namedtuple(obj):
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


is_namedtuple_instance = is_namedtuple
_is_namedtuple_instance = is_namedtuple
is_structseq = is_structseq_class = lambda obj: False


# ---- containers

def _tuple_flatten(d):
    return list(d), None


def _list_flatten(d):
    return d, None


def _sequence_keys(values):
    return [(SequenceKey(i), value) for i, value in enumerate(values)]


def _dict_flatten(d):
    return list(d.values()), list(d.keys())


def _dict_flatten_with_keys(d):
    return [(MappingKey(key), value) for key, value in d.items()], list(d.keys())


def _dict_unflatten(values, context):
    return dict(zip(context, values))


def _namedtuple_flatten(d):
    return list(d), type(d)


def _namedtuple_unflatten(values, context):
    return context(*values)


def _ordereddict_unflatten(values, context):
    return OrderedDict(zip(context, values))


def _defaultdict_flatten(d):
    return list(d.values()), [d.default_factory, list(d.keys())]


def _defaultdict_unflatten(values, context):
    return defaultdict(context[0], zip(context[1], values))


def _deque_flatten(d):
    return list(d), d.maxlen


register_pytree_node(tuple, _tuple_flatten, lambda values, context: tuple(values),
                     flatten_with_keys_fn=lambda d: (_sequence_keys(d), None))
register_pytree_node(list, _list_flatten, lambda values, context: list(values), flatten_with_keys_fn=lambda d: (_sequence_keys(d), None))
register_pytree_node(dict, _dict_flatten, _dict_unflatten, flatten_with_keys_fn=_dict_flatten_with_keys)
register_pytree_node(namedtuple, _namedtuple_flatten, _namedtuple_unflatten,
                     flatten_with_keys_fn=lambda d: ([(GetAttrKey(f), v) for f, v in zip(d._fields, d)], type(d)))
register_pytree_node(OrderedDict, _dict_flatten, _ordereddict_unflatten, flatten_with_keys_fn=_dict_flatten_with_keys)
register_pytree_node(defaultdict, _defaultdict_flatten, _defaultdict_unflatten,
                     flatten_with_keys_fn=lambda d: (_dict_flatten_with_keys(d)[0], _defaultdict_flatten(d)[1]))
register_pytree_node(deque, _deque_flatten, lambda values, context: deque(values, maxlen=context),
                     flatten_with_keys_fn=lambda d: (_sequence_keys(d), d.maxlen))


def _get_node_type(tree):
    kind = type(tree)
    if kind not in SUPPORTED_NODES and is_namedtuple_class(kind):
        return namedtuple
    return kind


def tree_is_leaf(tree, is_leaf=None):
    if is_leaf is not None and is_leaf(tree):
        return True
    return _get_node_type(tree) not in SUPPORTED_NODES


_is_leaf = tree_is_leaf


class TreeSpec:
    """The shape of a tree: its root's type and context, and its children's shapes."""

    def __init__(self, type, context, children_specs):
        self.type = type
        self.context = context
        self.children_specs = list(children_specs)
        self._children = self.children_specs
        self.num_children = len(self.children_specs)
        self.num_nodes = 1 + sum(spec.num_nodes for spec in self.children_specs)
        self.num_leaves = sum(spec.num_leaves for spec in self.children_specs)

    def is_leaf(self):
        return self.num_nodes == 1 and self.num_leaves == 1

    def children(self):
        return list(self.children_specs)

    def child(self, index):
        return self.children_specs[index]

    def flatten_up_to(self, tree):
        leaves = []
        self._flatten_up_to_helper(tree, leaves)
        return leaves

    def _flatten_up_to_helper(self, tree, leaves):
        if self.is_leaf():
            leaves.append(tree)
            return
        values, context = SUPPORTED_NODES[self.type].flatten_fn(tree)
        if len(values) != self.num_children:
            raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(values)}.")
        for child, value in zip(self.children_specs, values):
            child._flatten_up_to_helper(value, leaves)

    def unflatten(self, leaves):
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
                             f"{self.num_leaves} items ({self}).")
        if self.is_leaf():
            return leaves[0]
        values = []
        start = 0
        for spec in self.children_specs:
            end = start + spec.num_leaves
            values.append(spec.unflatten(leaves[start:end]))
            start = end
        return SUPPORTED_NODES[self.type].unflatten_fn(values, self.context)

    def __eq__(self, other):
        if self is other:
            return True
        return (isinstance(other, TreeSpec) and self.type is other.type and self.num_children == other.num_children
                and str(self.context) == str(other.context) and self.children_specs == other.children_specs)

    def __hash__(self):
        return hash((self.type, str(self.context), tuple(self.children_specs)))

    def __repr__(self):
        name = getattr(self.type, "__name__", None)
        return f"TreeSpec({name}, {self.context}, {self.children_specs})"


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])
        self.num_nodes = 1
        self.num_leaves = 1

    def __repr__(self):
        return "*"


_LEAF_SPEC = LeafSpec()


def treespec_leaf():
    return _LEAF_SPEC


def treespec_tuple(iterable=(), /):
    return TreeSpec(tuple, None, list(iterable))


def treespec_dict(mapping=(), /, **kwargs):
    items = dict(mapping, **kwargs)
    return TreeSpec(dict, list(items.keys()), list(items.values()))


# not a function within: one that names itself would keep the leaves alive in a cycle
def _tree_flatten_helper(node, leaves, is_leaf):
    if tree_is_leaf(node, is_leaf):
        leaves.append(node)
        return _LEAF_SPEC
    kind = _get_node_type(node)
    values, context = SUPPORTED_NODES[kind].flatten_fn(node)
    return TreeSpec(kind, context, [_tree_flatten_helper(value, leaves, is_leaf) for value in values])


def tree_flatten(tree, is_leaf=None):
    leaves = []
    spec = _tree_flatten_helper(tree, leaves, is_leaf)
    return leaves, spec


def tree_unflatten(leaves, treespec):
    return treespec.unflatten(leaves)


def tree_iter(tree, is_leaf=None):
    if tree_is_leaf(tree, is_leaf):
        yield tree
        return
    values, _ = SUPPORTED_NODES[_get_node_type(tree)].flatten_fn(tree)
    for value in values:
        yield from tree_iter(value, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return list(tree_iter(tree, is_leaf))


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    leaves, treespec = tree_flatten(tree, is_leaf)
    flat_args = [leaves] + [treespec.flatten_up_to(rest) for rest in rests]
    return treespec.unflatten(map(func, *flat_args))


def tree_map_(func, tree, *rests, is_leaf=None):
    leaves, treespec = tree_flatten(tree, is_leaf)
    flat_args = [leaves] + [treespec.flatten_up_to(rest) for rest in rests]
    deque(map(func, *flat_args), maxlen=0)
    return tree


def _as_predicate(type_or_types_or_pred):
    if isinstance(type_or_types_or_pred, (type, tuple)):
        return lambda value: isinstance(value, type_or_types_or_pred)
    return type_or_types_or_pred


def map_only(type_or_types_or_pred, /):
    predicate = _as_predicate(type_or_types_or_pred)

    def wrapper(func):
        def wrapped(value):
            return func(value) if predicate(value) else value

        return wrapped

    return wrapper


def tree_map_only(type_or_types_or_pred, func, tree, is_leaf=None):
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, func, tree, is_leaf=None):
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types, pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def tree_any_only(type_or_types, pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of `tree` repeated to fill `treespec`, or None where they do not fit."""
    if tree_is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    if treespec.is_leaf():
        return None
    kind = _get_node_type(tree)
    if kind is not treespec.type:
        return None
    values, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    if len(values) != treespec.num_children or context != treespec.context:
        return None
    result = []
    for value, spec in zip(values, treespec.children_specs):
        flat = _broadcast_to_and_flatten(value, spec, is_leaf)
        if flat is None:
            return None
        result += flat
    return result


def tree_flatten_with_path(tree, is_leaf=None):
    _, treespec = tree_flatten(tree, is_leaf)
    return list(_generate_key_paths((), tree, is_leaf)), treespec


def tree_leaves_with_path(tree, is_leaf=None):
    return list(_generate_key_paths((), tree, is_leaf))


def _generate_key_paths(key_path, tree, is_leaf=None):
    if tree_is_leaf(tree, is_leaf):
        yield key_path, tree
        return
    kind = _get_node_type(tree)
    flatten_with_keys = SUPPORTED_NODES[kind].flatten_with_keys_fn
    if not flatten_with_keys:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to "
                         "register_pytree_node.")
    for key, value in flatten_with_keys(tree)[0]:
        yield from _generate_key_paths((*key_path, key), value, is_leaf)


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    keypath_leaves, treespec = tree_flatten_with_path(tree, is_leaf)
    columns = list(zip(*keypath_leaves)) if keypath_leaves else [(), ()]
    rest_leaves = [treespec.flatten_up_to(rest) for rest in rests]
    return treespec.unflatten(func(*args) for args in zip(*columns, *rest_leaves))


def keystr(kp):
    return "".join(str(k) for k in kp)


def key_get(obj, kp):
    for key in kp:
        obj = key.get(obj)
    return obj


def treespec_dumps(treespec, protocol=None):
    return repr(treespec)


def treespec_pprint(treespec):
    return repr(treespec)


def arg_tree_leaves(*args, **kwargs):
    leaves = []
    for value in (*args, *kwargs.values()):
        leaves.extend(tree_iter(value))
    return leaves
