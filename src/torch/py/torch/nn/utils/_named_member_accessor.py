"""Parameters and buffers by dotted name."""

import torch

_MISSING = object()


def swap_tensor(module, name, tensor, allow_missing=False):
    """Puts a tensor in the place of another and gives that one back."""
    if name in module._parameters:
        orig_tensor = module._parameters[name]
        if tensor is not _MISSING:
            module._parameters[name] = tensor
        else:
            del module._parameters[name]
    elif name in module._buffers:
        orig_tensor = module._buffers[name]
        if tensor is not _MISSING:
            module._buffers[name] = tensor
        else:
            del module._buffers[name]
    else:
        orig_tensor = getattr(module, name, _MISSING)
        if orig_tensor is _MISSING and not allow_missing:
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        if tensor is not _MISSING:
            setattr(module, name, tensor)
        elif hasattr(module, name):
            delattr(module, name)
    return orig_tensor


class NamedMemberAccessor:
    def __init__(self, module):
        self.module = module

    def get_submodule(self, name):
        return self.module.get_submodule(name)

    def swap_tensor(self, name, value, *, allow_missing=False):
        prefix, _, attr = name.rpartition(".")
        return swap_tensor(self.get_submodule(prefix), attr, value, allow_missing=allow_missing)

    def swap_tensors_dict(self, named_tensors, *, allow_missing=False):
        originals = {}
        missing_keys = []
        for name, tensor in named_tensors.items():
            orig_tensor = self.swap_tensor(name, tensor, allow_missing=True)
            if orig_tensor is _MISSING:
                missing_keys.append(name)
            originals[name] = orig_tensor
        if missing_keys and not allow_missing:
            raise RuntimeError(f"Missing key(s): {', '.join(map(repr, missing_keys))}.")
        return originals, missing_keys

    def check_keys(self, keys):
        keys = set(keys)
        valid_keys = {name for name, _ in self.module.named_parameters(remove_duplicate=False)}
        valid_keys |= {name for name, _ in self.module.named_buffers(remove_duplicate=False)}
        return valid_keys - keys, keys - valid_keys
