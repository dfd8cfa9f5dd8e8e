import torch

from truth import T, case

case('fft.fft2#0', torch.fft.fft2, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.fft2#1', torch.fft.fft2, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.fft2#2', torch.fft.fft2, T((5, 6, 7), 'float32', True), s=(6, 8))
case('fft.fft2#3', torch.fft.fft2, T((5, 6, 7), 'float32', True), dim=0)
