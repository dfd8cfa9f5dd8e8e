import torch

from truth import T, case

case('fft.rfft2#0', torch.fft.rfft2, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.rfft2#1', torch.fft.rfft2, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.rfft2#2', torch.fft.rfft2, T((5, 6, 7), 'float32', True), s=(6, 8))
case('fft.rfft2#3', torch.fft.rfft2, T((5, 6, 7), 'float32', True), dim=0)
