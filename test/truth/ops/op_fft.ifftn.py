import torch

from truth import T, case

case('fft.ifftn#0', torch.fft.ifftn, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.ifftn#1', torch.fft.ifftn, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.ifftn#2', torch.fft.ifftn, T((5, 6, 7), 'float32', True), s=(8,))
case('fft.ifftn#3', torch.fft.ifftn, T((31,), 'float32', True))
