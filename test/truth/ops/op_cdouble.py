import torch

from truth import T, case

case('cdouble#0', torch.Tensor.cdouble, T((), 'float32', True))
case('cdouble#1', torch.Tensor.cdouble, T((), 'float32', True), memory_format=torch.contiguous_format)
case('cdouble#2', torch.Tensor.cdouble, T((2, 3), 'float32', True))
case('cdouble#3', torch.Tensor.cdouble, T((2, 3), 'float32', True), memory_format=torch.contiguous_format)
