"""`torch.FloatTensor(2, 3)` and the other types that carry a dtype and a device in their name."""

import torch


class tensortype(type):
    """Calling such a type makes a tensor; isinstance asks for its dtype and device."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, torch.Tensor) and instance.dtype == cls.dtype and instance.is_cuda == cls.is_cuda

    def __call__(cls, *args, device=None):
        where = device or ("cuda" if cls.is_cuda else "cpu")
        if len(args) == 1 and isinstance(args[0], torch.Tensor):
            return args[0].to(where, cls.dtype)
        if len(args) == 1 and not isinstance(args[0], (int, torch.Size)):
            return torch.tensor(args[0], dtype=cls.dtype, device=where)
        size = args[0] if len(args) == 1 and isinstance(args[0], torch.Size) else (args or (0,))
        return torch.empty(size, dtype=cls.dtype, device=where)


def _make(name, dtype, cuda=False):
    module = "torch.cuda" if cuda else "torch"
    return tensortype(name, (), {"__module__": module, "dtype": dtype, "is_cuda": cuda, "layout": torch.strided})


_types = {
    "FloatTensor": torch.float32, "DoubleTensor": torch.float64, "HalfTensor": torch.float16, "BFloat16Tensor": torch.bfloat16,
    "LongTensor": torch.int64, "IntTensor": torch.int32, "ShortTensor": torch.int16, "CharTensor": torch.int8,
    "ByteTensor": torch.uint8, "BoolTensor": torch.bool,
}
for _name, _dtype in _types.items():
    globals()[_name] = _make(_name, _dtype)

cuda_types = {_name: _make(_name, _dtype, True) for _name, _dtype in _types.items()}
