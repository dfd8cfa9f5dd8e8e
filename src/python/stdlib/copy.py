"""Shallow and deep copies."""

__all__ = ['Error', 'copy', 'deepcopy']

import copyreg as _copyreg
import types as _types
from _weakref import ref as _ref

dispatch_table = _copyreg.dispatch_table


class Error(Exception):
    pass


error = Error

# Values that are their own copy.
_ATOMIC = {
    type(None), int, float, bool, complex, str, bytes, type, range, type(Ellipsis), type(NotImplemented), property,
    _types.BuiltinFunctionType, _types.FunctionType, _types.CodeType, _ref,
}
_SHALLOW = {list, dict, set, bytearray}


def _reduce(x, cls):
    """How an object is taken apart: as pickles take it."""
    reductor = dispatch_table.get(cls)
    if reductor is not None:
        return reductor(x)
    reductor = getattr(x, '__reduce_ex__', None)
    if reductor is not None:
        return reductor(4)
    reductor = getattr(x, '__reduce__', None)
    if reductor is not None:
        return reductor()
    raise Error(f'un(shallow)copyable object of type {cls}')


def copy(x):
    """A shallow copy."""
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset or cls is slice:
        return x
    if cls in _SHALLOW:
        return x.copy()
    if isinstance(x, type):
        return x
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    rv = _reduce(x, cls)
    if isinstance(rv, str):
        return x
    return _reconstruct(x, None, *rv)


def deepcopy(x, memo=None, _nil=[]):
    """A deep copy; `memo` holds what was copied already, by id."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    d = id(x)
    y = memo.get(d, _nil)
    if y is not _nil:
        return y
    copier = _DEEP.get(cls)
    if copier is not None:
        y = copier(x, memo)
    elif isinstance(x, type):
        return x
    else:
        copier = getattr(x, '__deepcopy__', None)
        if copier is not None:
            y = copier(memo)
        else:
            rv = _reduce(x, cls)
            if isinstance(rv, str):
                return x
            y = _reconstruct(x, memo, *rv)
    if y is not x:
        memo[d] = y
        _keep_alive(x, memo)
    return y


def _keep_alive(x, memo):
    """Keeps `x` alive as long as the memo, so that its id isn't used again."""
    try:
        memo[id(memo)].append(x)
    except KeyError:
        memo[id(memo)] = [x]


def _deepcopy_list(x, memo):
    y = []
    memo[id(x)] = y
    append = y.append
    for a in x:
        append(deepcopy(a, memo))
    return y


def _deepcopy_tuple(x, memo):
    y = [deepcopy(a, memo) for a in x]
    # The tuple may have been copied meanwhile, if it holds itself.
    try:
        return memo[id(x)]
    except KeyError:
        pass
    for k, j in zip(x, y):
        if k is not j:
            return tuple(y)
    return x


def _deepcopy_dict(x, memo):
    y = {}
    memo[id(x)] = y
    for key, value in x.items():
        y[deepcopy(key, memo)] = deepcopy(value, memo)
    return y


def _deepcopy_method(x, memo):
    return type(x)(x.__func__, deepcopy(x.__self__, memo))


_DEEP = {
    list: _deepcopy_list,
    tuple: _deepcopy_tuple,
    dict: _deepcopy_dict,
    set: lambda x, memo: {deepcopy(a, memo) for a in x},
    frozenset: lambda x, memo: frozenset([deepcopy(a, memo) for a in x]),
    bytearray: lambda x, memo: bytearray(x),
    slice: lambda x, memo: slice(deepcopy(x.start, memo), deepcopy(x.stop, memo), deepcopy(x.step, memo)),
    _types.MethodType: _deepcopy_method,
}


def _reconstruct(x, memo, func, args, state=None, listiter=None, dictiter=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, '__setstate__'):
            y.__setstate__(state)
        else:
            slotstate = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slotstate = state
            if state is not None:
                y.__dict__.update(state)
            if slotstate is not None:
                for key, value in slotstate.items():
                    setattr(y, key, value)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for key, value in dictiter:
            if deep:
                key = deepcopy(key, memo)
                value = deepcopy(value, memo)
            y[key] = value
    return y
