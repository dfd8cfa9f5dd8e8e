"""Proves which tensors torch.frombuffer makes over bytes, and what it refuses."""
import warnings

import torch

warnings.simplefilter('ignore')
NINE = bytearray(range(9))
CALLS = [
    (bytearray(b'\x01\x02\x03\x04'), {'dtype': torch.uint8}),
    (bytearray(b'\x01\xff\x00\x80'), {'dtype': torch.int8}),
    (bytearray(b'\x01\xff\x00\x80'), {'dtype': torch.int16}),
    (bytearray(b'\x00\x00\x80\x3f'), {'dtype': torch.float32}),
    (bytearray(b'\xff' * 8), {'dtype': torch.int64}),
    (bytearray(b'\x00\x02'), {'dtype': torch.bool}),
    (b'\x00\x00\x80\x3f', {'dtype': torch.float32, 'requires_grad': True}),
    (memoryview(b'abcd')[1:], {'dtype': torch.uint8}),
    (NINE, {'dtype': torch.int32, 'count': 2}),
    (NINE, {'dtype': torch.int32, 'offset': 1}),
    (NINE, {'dtype': torch.int32}),
    (NINE, {'dtype': torch.int32, 'offset': 9}),
    (NINE, {'dtype': torch.int32, 'offset': -1}),
    (NINE, {'dtype': torch.int32, 'count': 0}),
    (NINE, {'dtype': torch.int32, 'count': 3}),
    (bytearray(), {'dtype': torch.int32}),
    (NINE, {'dtype': torch.uint8, 'requires_grad': True}),
    ('abc', {'dtype': torch.uint8}),
    (5, {'dtype': torch.uint8}),
]
for buffer, options in CALLS:
    try:
        t = torch.frombuffer(buffer, **options)
        print(tuple(t.shape), t.dtype, t.device, t.requires_grad, t.is_leaf, t.tolist())
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
for wanted in (torch.float32, torch.int64):
    try:
        print(torch.tensor([1, 2], dtype=wanted, requires_grad=True).requires_grad)
    except RuntimeError as error:
        print(error)
x = torch.frombuffer(bytearray(4096), dtype=torch.uint8).cuda().float()
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
