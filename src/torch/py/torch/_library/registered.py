"""An operator that Python registers: its schema, its kernels by dispatch key, its gradient."""

import inspect

import torch
import torch._C as _C
from torch._ops import _registered

# Keys whose kernels are for any device, in the order in which the dispatcher asks for them. "" is an operator given without one.
_ANY_DEVICE = ("CompositeExplicitAutograd", "", "CompositeImplicitAutograd")
_NO_DEFAULT = inspect.Parameter.empty


class RegisteredOperator:
    def __init__(self, qualname):
        self.qualname = qualname
        self.parameters = None
        self.declaration = ""
        self.kernels = {}
        self.fake = None
        self.gradient = None

    def define(self, schema):
        self.parameters = _parameters(schema)
        self.declaration = f" Declaration: {self.qualname}{schema[schema.index('('):]}"

    def __call__(self, *args, **kwargs):
        values, named = self._bind(args, kwargs)
        if self.gradient is not None and torch.is_grad_enabled():
            return self.gradient.apply(*values, *named.values())
        return self.compute(values, named)

    def compute(self, values, named):
        """Runs the kernel of the tensors' device. It runs below autograd, unless it is composed of differentiable operators."""
        device = _device(values) or _device(named.values()) or "cuda"
        for key in (device.upper(), *_ANY_DEVICE):
            kernel = self.kernels.get(key)
            if kernel is None:
                continue
            if key == "CompositeImplicitAutograd":
                return kernel(*values, **named)
            with torch.no_grad():
                return kernel(*values, **named)
        if self.fake is None:
            return _C._unknown(f"torch.ops.{self.qualname.replace('::', '.')}: this operator has no kernel in Python")
        _C._assume(f"{self.qualname}: its results have the shapes that its fake tells; what its kernel takes while it runs is not known")
        with torch.no_grad():
            return self.fake(*values, **named)

    def _bind(self, args, kwargs):
        """The arguments in the schema's order, and those that only have names, with the schema's defaults."""
        parameters = self.parameters
        if parameters is None:
            parameters = self._parameters_of_kernel()
        values, named = [], {}
        for i, (name, default, keyword_only) in enumerate(parameters):
            if not keyword_only and i < len(args):
                value = args[i]
            elif name in kwargs:
                value = kwargs[name]
            elif default is _NO_DEFAULT:
                raise RuntimeError(f"{self.qualname}() is missing value for argument '{name}'.{self.declaration}")
            else:
                value = default
            if keyword_only:
                named[name] = value
            else:
                values.append(value)
        return values, named

    def _parameters_of_kernel(self):
        kernel = next(iter(self.kernels.values()), self.fake)
        if kernel is None:
            return []
        parameters = inspect.signature(kernel).parameters.values()
        return [(p.name, p.default, p.kind is p.KEYWORD_ONLY) for p in parameters]


def registered(qualname):
    """The operator of a qualified name, made where there is none."""
    operator = _registered.get(qualname)
    if not isinstance(operator, RegisteredOperator):
        operator = _registered[qualname] = RegisteredOperator(qualname)
    return operator


def _device(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            return value.device.type
        if isinstance(value, (list, tuple)):
            found = _device(value)
            if found is not None:
                return found
    return None


def _parameters(schema):
    """(name, default, keyword only) of each argument of a schema such as `(Tensor x, int n=2, *, Tensor? out=None) -> Tensor`."""
    parameters, keyword_only = [], False
    for text in _split(schema[schema.index("(") + 1:_closing(schema)]):
        if text == "*":
            keyword_only = True
            continue
        declaration, equals, default = text.partition("=")
        name = declaration.split()[-1]
        parameters.append((name, _literal(default.strip()) if equals else _NO_DEFAULT, keyword_only))
    return parameters


def _closing(schema):
    depth = 0
    for i, character in enumerate(schema):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth == 0:
                return i
    raise RuntimeError(f"expected ) but found end of the schema: {schema}")


def _split(text):
    parts, depth, start = [], 0, 0
    for i, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


def _literal(text):
    import ast

    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        # The name of a dtype, a layout or a memory format.
        return getattr(torch, text, None)
