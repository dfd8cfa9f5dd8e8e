import torch

from truth import T, case

case('polar#0', torch.polar, T((), 'float32', True), T((), 'float32', True))
case('polar#1', torch.polar, T((5,), 'float32', True), T((), 'float32', True))
case('polar#2', torch.polar, T((5, 1), 'float32', True), T((5,), 'float32', True))
case('polar#3', torch.polar, T((10, 5), 'float32', True), T((), 'float32', True))
