import torch

from truth import T, case

case('imag#0', torch.imag, T((20,), 'complex64', True))
case('imag#1', torch.imag, T((1, 0, 3), 'complex64', True))
case('imag#2', torch.imag, T((), 'complex64', True))
