"""Tracing: a module's forward runs on proxies, and what happens to them becomes the graph."""

import builtins
import functools
import inspect
import math
from types import FunctionType

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate
from torch.fx.proxy import ParameterProxy, Proxy, TracerBase

_wrapped_fns_to_patch = {}
# functions of these modules are one node, as where they ask arguments for `__torch_function__`
_recorded_whole = ("torch.nn.functional", "torch.functional")
_is_fx_tracing_flag = False


def is_fx_tracing():
    return _is_fx_tracing_flag


is_fx_symbolic_tracing = is_fx_tracing


def _get_is_fx_tracing():
    return _is_fx_tracing_flag


class ProxyableClassMeta(type):
    """Classes whose construction may be traced."""


class PHBase:
    def __repr__(self):
        return "PH"


PH = PHBase()


def _find_proxy(*objects_to_search):
    found = []

    def check(x):
        if isinstance(x, Proxy):
            found.append(x)
        return x

    map_aggregate(objects_to_search, check)
    return found[0] if found else None


def _create_wrapped_func(orig_fn):
    @functools.wraps(orig_fn)
    def wrapped(*args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is not None:
            return proxy.tracer.create_proxy("call_function", orig_fn, args, kwargs)
        return orig_fn(*args, **kwargs)

    return wrapped


def wrap(fn_or_name):
    """Marks a function of a module as one to record rather than trace into."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    if caller is not None:
        name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
        _wrapped_fns_to_patch[(id(caller.f_globals), name)] = caller.f_globals
    return fn_or_name


class _Patcher:
    """Replaces names while tracing and puts them back."""

    def __init__(self):
        self.patches = []

    def set(self, holder, name, value, is_dict=False):
        old = holder.get(name, None) if is_dict else getattr(holder, name)
        self.patches.append((holder, name, old, is_dict))
        if is_dict:
            holder[name] = value
        else:
            setattr(holder, name, value)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        for holder, name, old, is_dict in reversed(self.patches):
            if is_dict:
                if old is None:
                    holder.pop(name, None)
                else:
                    holder[name] = old
            else:
                setattr(holder, name, old)


class Tracer(TracerBase):
    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        self._autowrap_search = list(autowrap_modules)
        self._autowrap_functions = list(autowrap_functions)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None
        self.root = None
        self.graph = None
        self.scope = None
        self.module_stack = {}
        self.node_name_to_scope = {}
        self.tensor_attrs = {}

    def create_arg(self, a):
        def convert(value):
            if isinstance(value, torch.nn.Parameter):
                for name, param in self.root.named_parameters():
                    if value is param:
                        return self.create_node("get_attr", name, (), {})
                raise NameError("parameter is not a member of this module")
            if isinstance(value, torch.Tensor):
                for name, buffer in self.root.named_buffers():
                    if value is buffer:
                        return self.create_node("get_attr", name, (), {})
                qualname = self.tensor_attrs.get(value)
                if qualname is None:
                    index = 0
                    while hasattr(self.root, f"_tensor_constant{index}"):
                        index += 1
                    qualname = f"_tensor_constant{index}"
                    self.tensor_attrs[value] = qualname
                    setattr(self.root, qualname, value)
                return self.create_node("get_attr", qualname, (), {})
            if isinstance(value, Proxy):
                return value.node
            return value

        return map_aggregate(a, convert)

    def is_leaf_module(self, m, module_qualified_name):
        return (m.__module__.startswith("torch.nn") or m.__module__.startswith("torch.ao.nn")) and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        if self.submodule_paths:
            path = self.submodule_paths.get(mod)
            if path is None:
                raise NameError("module is not installed as a submodule")
            return path
        for name, p in self.root.named_modules():
            if mod is p:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        module_qualified_name = self.path_of_module(m)
        if not self.is_leaf_module(m, module_qualified_name):
            return forward(*args, **kwargs)
        return self.create_proxy("call_module", module_qualified_name, args, kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        if isinstance(attr_val, torch.nn.Parameter):
            for name, param in self.root.named_parameters():
                if attr_val is param:
                    if name not in parameter_proxy_cache:
                        factory = None
                        if self.param_shapes_constant:
                            factory = functools.partial(self._parameter_proxy, name, attr_val)
                        parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {}, proxy_factory_fn=factory)
                    return parameter_proxy_cache[name]
        return attr_val

    def _parameter_proxy(self, name, param, node):
        return ParameterProxy(self, node, name, param)

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        args = [self.root] if is_module else []
        signature = inspect.signature(root_fn)
        parameters = list(signature.parameters.values())
        if is_module and parameters and parameters[0].name == "self":
            parameters = parameters[1:]
        for parameter in parameters:
            if concrete_args is not None and parameter.name in concrete_args:
                args.append(concrete_args[parameter.name])
                continue
            if parameter.kind is parameter.VAR_POSITIONAL:
                args.append(self.create_proxy("placeholder", "*" + parameter.name, (), {}))
            elif parameter.kind is parameter.VAR_KEYWORD:
                continue
            else:
                default = () if parameter.default is parameter.empty else (parameter.default,)
                args.append(self.create_proxy("placeholder", parameter.name, default, {}))
        return root_fn, args

    def trace(self, root, concrete_args=None):
        global _is_fx_tracing_flag
        previously = _is_fx_tracing_flag
        _is_fx_tracing_flag = True
        try:
            if isinstance(root, torch.nn.Module):
                self.root = root
                fn = type(root).forward
                self.submodule_paths = {mod: name for name, mod in root.named_modules()}
            else:
                self.root = torch.nn.Module()
                fn = root
            self.graph = Graph(tracer_cls=type(self))
            fn, args = self.create_args_for_root(fn, isinstance(root, torch.nn.Module), concrete_args)
            parameter_proxy_cache = {}
            original_getattr = torch.nn.Module.__getattr__
            original_call = torch.nn.Module.__call__
            tracer = self

            def module_getattr_wrapper(mod, attr):
                return tracer.getattr(attr, original_getattr(mod, attr), parameter_proxy_cache)

            def module_call_wrapper(mod, *args, **kwargs):
                def forward(*args, **kwargs):
                    return original_call(mod, *args, **kwargs)

                if _find_proxy(args, kwargs) is None:
                    return forward(*args, **kwargs)
                return tracer.call_module(mod, forward, args, kwargs)

            with _Patcher() as patcher:
                patcher.set(torch.nn.Module, "__getattr__", module_getattr_wrapper)
                patcher.set(torch.nn.Module, "__call__", module_call_wrapper)
                for holder in (torch.nn.functional, torch.functional, torch):
                    for name, function in list(vars(holder).items()):
                        if type(function) is FunctionType and function.__module__ in _recorded_whole and name[0] != "_":
                            patcher.set(holder, name, _create_wrapped_func(function))
                for (_, name), scope in _wrapped_fns_to_patch.items():
                    original = scope.get(name, getattr(builtins, name, None))
                    if original is not None:
                        patcher.set(scope, name, _create_wrapped_func(original), is_dict=True)
                result = fn(*args)
            self.create_node("output", "output", (self.create_arg(result),), {})
            return self.graph
        finally:
            _is_fx_tracing_flag = previously
            self.submodule_paths = None


def symbolic_trace(root, concrete_args=None):
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = root.__class__.__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
