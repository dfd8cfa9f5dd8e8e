"""`torch.ops`: operators by namespace and name. The result of one that is not modelled is unknown."""

import torch
import torch._C as _C


class OperatorBase:
    """The base of what can be called through `torch.ops`."""


class OpOverload(OperatorBase):
    def __init__(self, packet, overload):
        self._packet = packet
        self._overloadname = overload
        self.__name__ = f"{packet._name}.{overload}"
        self.namespace = packet._namespace

    def __call__(self, *args, **kwargs):
        if self._overloadname != "default":
            registered = _registered.get(self.name())
            if registered is not None:
                return registered(*args, **kwargs)
        return self._packet(*args, **kwargs)

    def name(self):
        return self._packet._qualified_op_name + ("" if self._overloadname == "default" else "." + self._overloadname)

    @property
    def overloadpacket(self):
        return self._packet

    def py_impl(self, key):
        return lambda fn: fn

    def __repr__(self):
        return f"<OpOverload(op='{self._packet._namespace}.{self._packet._name}', overload='{self._overloadname}')>"

    def __str__(self):
        return f"{self._packet._namespace}.{self._packet._name}.{self._overloadname}"


class OpOverloadPacket(OperatorBase):
    def __init__(self, namespace, name):
        self._namespace = namespace
        self._name = name
        self._qualified_op_name = f"{namespace}::{name}"
        self.__name__ = name
        self._op = None

    def _resolve(self):
        """The implementation: registered in Python, native, or a function of `torch` with this name."""
        if self._op is None:
            registered = _registered.get(self._qualified_op_name)
            if registered is None:
                lookup = getattr(_C, "_get_operation", None)
                registered = lookup(self._qualified_op_name) if lookup is not None else None
            if registered is None and self._namespace == "aten":
                for home in (_C._VariableFunctions, _C._nn):
                    registered = registered or getattr(home, self._name, None)
                if registered is None:
                    method = getattr(torch.Tensor, self._name, None)
                    registered = method
            self._op = registered
        return self._op

    def __call__(self, *args, **kwargs):
        op = self._resolve()
        if "out" in kwargs:
            op = _registered.get(self._qualified_op_name + ".out", op)
        if op is None:
            return _C._unknown(f"torch.ops.{self._namespace}.{self._name}: this operator is not modelled")
        return op(*args, **kwargs)

    def overloads(self):
        return ["default"]

    def __getattr__(self, key):
        if key.startswith("__"):
            raise AttributeError(key)
        overload = OpOverload(self, key)
        self.__dict__[key] = overload
        return overload

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self._namespace}.{self._name}')>"


class HigherOrderOperator(OperatorBase):
    def __init__(self, name, *, cacheable=False):
        self._name = name
        self.__name__ = name

    def py_impl(self, key):
        return lambda fn: fn

    def __call__(self, *args, **kwargs):
        return _C._unknown(f"the higher-order operator {self._name} is not modelled")


# Operators implemented in Python, registered by programs (`_library/registered.py`) or here: `ns::name` or `ns::name.overload`.
_registered = {
    "torchvision::_cuda_version": lambda: 13000,
}


class _OpNamespace:
    def __init__(self, name):
        self.name = name
        self.__name__ = "torch.ops." + name

    def __getattr__(self, op_name):
        if op_name.startswith("__"):
            raise AttributeError(op_name)
        packet = OpOverloadPacket(self.name, op_name)
        self.__dict__[op_name] = packet
        return packet


class _Ops:
    def __init__(self):
        self.loaded_libraries = set()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        namespace = _OpNamespace(name)
        self.__dict__[name] = namespace
        return namespace

    def load_library(self, path):
        """Compiled code is not loaded; its operators are modelled natively, or their results are unknown."""
        self.loaded_libraries.add(path)

    def import_module(self, module):
        import importlib

        importlib.import_module(module)


class _ClassNamespace:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, attr):
        if attr.startswith("__"):
            raise AttributeError(attr)
        raise RuntimeError(f"Class {self.name}.{attr} not registered!")


class _Classes:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _ClassNamespace(name)

    def load_library(self, path):
        return None


ops = _Ops()
classes = _Classes()
