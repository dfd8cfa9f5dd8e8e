import torch

from truth import T, case

case('complex#0', torch.complex, T((), 'float32', True), T((), 'float32', True))
case('complex#1', torch.complex, T((5,), 'float32', True), T((), 'float32', True))
case('complex#2', torch.complex, T((5, 1), 'float32', True), T((5,), 'float32', True))
case('complex#3', torch.complex, T((10, 5), 'float32', True), T((), 'float32', True))
