import torch

from truth import T, case

case('cfloat#0', torch.Tensor.cfloat, T((), 'float32', True))
case('cfloat#1', torch.Tensor.cfloat, T((), 'float32', True), memory_format=torch.contiguous_format)
case('cfloat#2', torch.Tensor.cfloat, T((2, 3), 'float32', True))
case('cfloat#3', torch.Tensor.cfloat, T((2, 3), 'float32', True), memory_format=torch.contiguous_format)
