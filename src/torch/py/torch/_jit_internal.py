"""Marks for the script compiler, which does not run here: every one leaves its function as it is."""

import contextlib
import typing
from typing import Any, Dict, Final, List, Optional, Tuple, Union  # noqa: F401

import torch

from torch._awaits import _Await  # noqa: F401


class FunctionModifiers:
    UNUSED = "unused (ignored and replaced with raising of an exception)"
    IGNORE = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
    EXPORT = "export (compile this function even if nothing calls it)"
    DEFAULT = "default (compile if called from a exported function / forward)"
    COPY_TO_SCRIPT_WRAPPER = "if this method is not scripted, copy the python method onto the scripted model"
    _DROP = "_drop (function is fully ignored, declaration can be unscriptable)"


def is_scripting():
    return False


def export(fn):
    return fn


def unused(fn):
    return fn


def ignore(drop=False, **kwargs):
    if callable(drop):
        return drop

    def decorator(fn):
        return fn

    return decorator


def _drop(fn):
    return fn


def _copy_to_script_wrapper(fn):
    return fn


def _overload(func):
    return func


def _overload_method(func):
    return func


def boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name, func_name):
    """A function that goes to `if_true` or `if_false` by one boolean argument."""

    def fn(*args, **kwargs):
        dispatch_flag = default
        if arg_name in kwargs:
            dispatch_flag = kwargs[arg_name]
        elif arg_index < len(args):
            dispatch_flag = args[arg_index]
        if dispatch_flag:
            return if_true(*args, **kwargs)
        return if_false(*args, **kwargs)

    if func_name is not None:
        fn.__name__ = func_name
    if module_name is not None:
        fn.__module__ = module_name
    return fn


class _BroadcastingListCls:
    def __getitem__(self, types):
        return List[types] if not isinstance(types, tuple) else List[types[0]]


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = _BroadcastingListCls()

Future = torch._C.Future
RRef = Any


def is_tuple(ann):
    return typing.get_origin(ann) is tuple


def is_list(ann):
    return typing.get_origin(ann) is list


def is_dict(ann):
    return typing.get_origin(ann) is dict


def is_optional(ann):
    return typing.get_origin(ann) is Union and type(None) in typing.get_args(ann)


@contextlib.contextmanager
def _disable_emit_hooks():
    yield
