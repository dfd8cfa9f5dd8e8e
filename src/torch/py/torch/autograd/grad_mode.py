"""Context managers and decorators that switch gradients on and off."""

import torch
from torch.utils._contextlib import _DecoratorContextManager, _NoParamDecoratorContextManager

__all__ = ["no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "set_multithreading_enabled", "enforce_grad_layout_policy"]


class no_grad(_NoParamDecoratorContextManager):
    def __init__(self, orig_func=None):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._C._set_grad_enabled(self.prev)


class enable_grad(_NoParamDecoratorContextManager):
    def __init__(self, orig_func=None):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch._C._set_grad_enabled(True)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._C._set_grad_enabled(self.prev)


torch._C._accelerate(no_grad)
torch._C._accelerate(enable_grad)


class set_grad_enabled(_DecoratorContextManager):
    """Switches at once, and back at the end when used as a context."""

    def __init__(self, mode):
        self.prev = torch.is_grad_enabled()
        self.mode = mode
        torch._C._set_grad_enabled(mode)

    def __call__(self, orig_func):
        torch._C._set_grad_enabled(self.prev)
        return super().__call__(orig_func)

    def __enter__(self):
        torch._C._set_grad_enabled(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._C._set_grad_enabled(self.prev)

    def __repr__(self):
        return f"{torch.typename(self)}(mode={self.mode})"

    __str__ = __repr__

    def clone(self):
        return self.__class__(self.mode)


class inference_mode(_DecoratorContextManager):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self._inference_mode_context = torch._C._InferenceMode(self.mode)
        self._inference_mode_context.__enter__()

    def __exit__(self, exc_type, exc_value, traceback):
        self._inference_mode_context.__exit__(exc_type, exc_value, traceback)

    def clone(self):
        return self.__class__(self.mode)


def _enter_inference_mode(mode):
    mode_context = torch._C._InferenceMode(mode)
    mode_context.__enter__()
    return mode_context


def _exit_inference_mode(mode):
    mode.__exit__(None, None, None)


class _StoredFlag(_DecoratorContextManager):
    """Sets a flag at construction and puts it back at the end of the context."""

    _getter = None
    _setter = None

    def __init__(self, mode=True):
        self.prev = getattr(torch._C, self._getter)()
        getattr(torch._C, self._setter)(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, exc_type, exc_value, traceback):
        getattr(torch._C, self._setter)(self.prev)

    def clone(self):
        return self.__class__(self.mode)


class set_multithreading_enabled(_StoredFlag):
    _getter = "_is_multithreading_enabled"
    _setter = "_set_multithreading_enabled"


class enforce_grad_layout_policy(_StoredFlag):
    _getter = "_is_grad_layout_enforcement_enabled"
    _setter = "_set_grad_layout_enforcement_enabled"


class _force_original_view_tracking(_StoredFlag):
    _getter = "_is_view_replay_enabled"
    _setter = "_set_view_replay_enabled"


class _unsafe_preserve_version_counter(_DecoratorContextManager):
    """Puts the version counters of tensors back at its end."""

    def __init__(self, tensors):
        self.tensors = (tensors,) if isinstance(tensors, torch.Tensor) else tensors
        self.prev_versions = tuple(t._version for t in self.tensors)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        torch._C._autograd._unsafe_set_version_counter(self.tensors, self.prev_versions)
