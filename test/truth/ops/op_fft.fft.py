import torch

from truth import T, case

case('fft.fft#0', torch.fft.fft, T((5, 6, 7), 'float32', True), n=10, dim=1, norm='ortho')
case('fft.fft#1', torch.fft.fft, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.fft#2', torch.fft.fft, T((5, 6, 7), 'float32', True), n=7)
case('fft.fft#3', torch.fft.fft, T((31,), 'float32', True))
