import torch

from truth import T, case

case('item#0', torch.Tensor.item, T((), 'float32', False))
case('item#1', torch.Tensor.item, T((1,), 'float32', False))
case('item#2', torch.Tensor.item, T((), 'bfloat16', False))
case('item#3', torch.Tensor.item, T((1,), 'bfloat16', False))
