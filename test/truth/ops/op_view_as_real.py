import torch

from truth import T, case

case('view_as_real#0', torch.view_as_real, T((5, 5), 'complex64', True))
case('view_as_real#1', torch.view_as_real, T((), 'complex64', True))
