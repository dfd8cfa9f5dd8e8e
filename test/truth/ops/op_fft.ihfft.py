import torch

from truth import T, case

case('fft.ihfft#0', torch.fft.ihfft, T((5, 6, 7), 'float32', True), n=10, dim=1, norm='ortho')
case('fft.ihfft#1', torch.fft.ihfft, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.ihfft#2', torch.fft.ihfft, T((5, 6, 7), 'float32', True), n=7)
case('fft.ihfft#3', torch.fft.ihfft, T((31,), 'float32', True))
