"""Weak references to tensors and dictionaries keyed by them."""

import weakref
from weakref import WeakKeyDictionary as WeakIdKeyDictionary, ref as WeakIdRef  # noqa: F401

WeakTensorKeyDictionary = WeakIdKeyDictionary


class TensorWeakRef:
    def __init__(self, tensor):
        self.ref = weakref.ref(tensor)

    def __call__(self):
        return self.ref()


WeakTensorRef = TensorWeakRef
