"""Schemas out of signatures."""

import inspect
import typing

import torch

_TYPES = {torch.Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", torch.dtype: "ScalarType", torch.device: "Device"}


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """`(Tensor x, SymInt n=2, *, Tensor? out=None) -> Tensor`, after an operator's name where one is given."""
    signature = inspect.signature(prototype_function)
    try:
        annotations = typing.get_type_hints(prototype_function)
    except NameError:
        annotations = {}
    parts, keyword_only = [], False
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            parts.append("*")
        default = "" if parameter.default is parameter.empty else "=" + _default(parameter.default)
        parts.append(f"{_type(annotations.get(name, torch.Tensor))} {name}{default}")
    returned = annotations.get("return")
    if typing.get_origin(returned) is tuple:
        result = "(" + ", ".join(_type(item) for item in typing.get_args(returned)) + ")"
    else:
        result = "()" if returned is None or returned is type(None) else _type(returned)
    return f"{op_name or ''}({', '.join(parts)}) -> {result}"


def _default(value):
    return '"' + value + '"' if isinstance(value, str) else str(value).split(".")[-1] if isinstance(value, torch.dtype) else str(value)


def _type(annotation):
    arguments = typing.get_args(annotation)
    if type(None) in arguments:
        inner = [item for item in arguments if item is not type(None)]
        return _type(inner[0]) + "?" if len(inner) == 1 else "Scalar?"
    if typing.get_origin(annotation) is not None and arguments:
        return _type(arguments[0]) + "[]"
    return _TYPES.get(annotation, "Scalar")
