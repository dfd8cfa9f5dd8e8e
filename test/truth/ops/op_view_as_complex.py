import torch

from truth import T, case

case('view_as_complex#0', torch.view_as_complex, T((5, 2), 'float32', True))
case('view_as_complex#1', torch.view_as_complex, T((5, 2), 'float16', True))
case('view_as_complex#2', torch.view_as_complex, T((5, 2), 'float64', True))
