import torch

from truth import T, case

case('fft.fftn#0', torch.fft.fftn, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.fftn#1', torch.fft.fftn, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.fftn#2', torch.fft.fftn, T((5, 6, 7), 'float32', True), s=(8,))
case('fft.fftn#3', torch.fft.fftn, T((31,), 'float32', True))
