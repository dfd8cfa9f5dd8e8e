import torch

from truth import T, case

case('fft.rfftn#0', torch.fft.rfftn, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.rfftn#1', torch.fft.rfftn, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.rfftn#2', torch.fft.rfftn, T((5, 6, 7), 'float32', True), s=(8,))
case('fft.rfftn#3', torch.fft.rfftn, T((31,), 'float32', True))
