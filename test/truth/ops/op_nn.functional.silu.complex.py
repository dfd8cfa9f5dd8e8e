import torch

from truth import T, case

case('nn.functional.silu.complex#0', torch.nn.functional.silu, T((20,), 'complex64', False))
case('nn.functional.silu.complex#1', torch.nn.functional.silu, T((1, 0, 3), 'complex64', False))
case('nn.functional.silu.complex#2', torch.nn.functional.silu, T((), 'complex64', False))
