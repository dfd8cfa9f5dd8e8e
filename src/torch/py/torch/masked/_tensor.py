"""Masked tensors: a tensor and its mask."""


class MaskedTensor:
    def __init__(self, data, mask, requires_grad=False):
        self._masked_data = data
        self._masked_mask = mask

    def get_data(self):
        return self._masked_data

    def get_mask(self):
        return self._masked_mask


def masked_tensor(data, mask, requires_grad=False):
    return MaskedTensor(data, mask, requires_grad)


as_masked_tensor = masked_tensor


def is_masked_tensor(obj, /):
    return isinstance(obj, MaskedTensor)
