import torch

from truth import T, case

case('count_nonzero#0', torch.count_nonzero, T((), 'float32', False))
case('count_nonzero#1', torch.count_nonzero, T((), 'float32', False), dim=0)
case('count_nonzero#2', torch.count_nonzero, T((), 'float32', False), dim=-1)
case('count_nonzero#3', torch.count_nonzero, T((), 'float32', False), dim=())
