import torch

from truth import T, case

case('fft.ihfftn#0', torch.fft.ihfftn, T((5, 6, 7), 'float32', True), s=(3, 10), dim=(1, 2), norm='ortho')
case('fft.ihfftn#1', torch.fft.ihfftn, T((5, 6, 7), 'float32', True), norm='ortho')
case('fft.ihfftn#2', torch.fft.ihfftn, T((5, 6, 7), 'float32', True), s=(8,))
case('fft.ihfftn#3', torch.fft.ihfftn, T((31,), 'float32', True))
