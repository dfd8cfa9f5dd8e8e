import torch

from truth import T, case

case('fft.rfft#0', torch.fft.rfft, T((5, 6, 7), 'float32', True), n=10, dim=1, norm='ortho')
case('fft.rfft#1', torch.fft.rfft, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.rfft#2', torch.fft.rfft, T((5, 6, 7), 'float32', True), n=7)
case('fft.rfft#3', torch.fft.rfft, T((31,), 'float32', True))
