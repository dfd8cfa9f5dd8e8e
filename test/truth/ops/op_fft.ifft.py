import torch

from truth import T, case

case('fft.ifft#0', torch.fft.ifft, T((5, 6, 7), 'float32', True), n=10, dim=1, norm='ortho')
case('fft.ifft#1', torch.fft.ifft, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.ifft#2', torch.fft.ifft, T((5, 6, 7), 'float32', True), n=7)
case('fft.ifft#3', torch.fft.ifft, T((31,), 'float32', True))
